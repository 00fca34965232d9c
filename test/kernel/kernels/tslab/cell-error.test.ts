import { expect, test } from "@jest/globals";
import { ConfigError, QueryError } from "../../../../src/core/errors.ts";
import { cellError, joinErrors } from "../../../../src/kernel/kernels/tslab/cell-error.ts";

test("a diagnostic is one line", () => {
  expect(cellError(["%s%d:%d - %s", "", 1, 5, "Cannot find name 'x'."])).toEqual({
    ename: "TypeScriptError",
    evalue: "1:5 - Cannot find name 'x'.",
    traceback: ["1:5 - Cannot find name 'x'."],
  });
});

test("several diagnostics are one error with several lines", () => {
  const errors = [1, 2].map((line) => cellError(["%s%d:%d - %s", "", line, 1, "no"]));
  expect(joinErrors(errors)).toEqual({
    ename: "TypeScriptError",
    evalue: "1:1 - no",
    traceback: ["1:1 - no", "2:1 - no"],
  });
});

test("an error keeps its stack lines of the cell and loses internal ones", () => {
  const error = new RangeError("too far");
  error.stack =
    "RangeError: too far\n    at evalmachine.<anonymous>:2:7\n    at Script.runInThisContext (node:vm:137:12)\n" +
    "    at execute (/p/node_modules/tslab/dist/executor.js:9:1)\n    at f (/p/mine.js:1:1)";
  expect(cellError([error])).toEqual({
    ename: "RangeError",
    evalue: "too far",
    traceback: ["RangeError: too far", "    at evalmachine.<anonymous>:2:7", "    at f (/p/mine.js:1:1)"],
  });
});

test.each([
  [
    "(function(exports, require) { const tsLastExpr = exports.rows.map((r) => r.b.c);;__tslab__.last.tsLastExpr = tsLastExpr;",
    "                                                                             ^",
    "rows.map((r) => r.b.c);",
    "                    ^",
  ],
  [
    'let u = 1;__tslab__.declare("u", () => u, (u_) => { u = u_; });exports.rows.b.c;',
    "                                                                             ^",
    "let u = 1;rows.b.c;",
    "                ^",
  ],
  [
    "  return module.exports.b.c;",
    "                          ^",
    "  return module.exports.b.c;",
    "                          ^",
  ],
])("the excerpt %j is the user's text", (line, caret, ownLine, ownCaret) => {
  const error = new TypeError("exports.rows.x is not a function");
  error.stack = `evalmachine.<anonymous>:3\n${line}\n${caret}\n\nTypeError: exports.rows.x is not a function\n    at evalmachine.<anonymous>:3:50`;
  expect(cellError([error])).toEqual({
    ename: "TypeError",
    evalue: "rows.x is not a function",
    traceback: [
      "evalmachine.<anonymous>:3",
      ownLine,
      ownCaret,
      "",
      "TypeError: rows.x is not a function",
      "    at evalmachine.<anonymous>:3:50",
    ],
  });
});

test("an svclib error has no stack lines", () => {
  const error = Object.assign(Object.create(QueryError.prototype) as QueryError, {
    name: "QueryError",
    message: "no such table",
  });
  expect(cellError([error])).toEqual({
    ename: "QueryError",
    evalue: "no such table",
    traceback: ["QueryError: no such table"],
  });
});

test("an svclib error with a cause names globals that cells have replaced", () => {
  const { parse } = JSON;
  const error = new ConfigError("service.json is damaged", { cause: new Error("mine") });
  JSON.parse = () => null;
  const { evalue, traceback } = cellError([error]);
  JSON.parse = parse;
  expect(evalue).toContain("cells have replaced JSON.parse");
  expect(traceback.join()).toContain("cells have replaced JSON.parse");
});

test.each([
  ["text", "text"],
  [{ a: 1 }, "{ a: 1 }"],
  [undefined, "undefined"],
])("%p was thrown", (value, text) => {
  expect(cellError([value])).toEqual({ ename: "Thrown", evalue: text, traceback: [`Thrown: ${text}`] });
});

test.each([
  [
    "Interrupted asynchronously",
    "the cell was stopped; its code behind a timer or a request of its own may still run, until the kernel is restarted",
  ],
  ["Script execution was interrupted by `SIGINT`", "the cell was stopped"],
])("%s is Stop", (message, evalue) => {
  expect(cellError([new Error(message)])).toMatchObject({ ename: "Interrupted", evalue });
});

test("an error whose name and message are no texts is shown", () => {
  expect(cellError([Object.assign(new Error("m"), { name: 5, message: { a: 1 } })])).toMatchObject({
    ename: "5",
    evalue: "[object Object]",
  });
  expect(cellError([Object.assign(new Error("m"), { message: undefined })])).toMatchObject({
    ename: "Error",
    evalue: "undefined",
  });
});
