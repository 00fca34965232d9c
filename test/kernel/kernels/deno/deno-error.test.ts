import { expect, test } from "@jest/globals";
import { cleanError, syntaxError } from "../../../../src/kernel/kernels/deno/deno-error.ts";
import { bundledUrl } from "../../../../src/kernel/kernels/deno/own-imports.ts";

const ours = `    at run (${bundledUrl("chunk-X")}:1:2)`;

test("an svclib error has no stack", () => {
  const content = {
    ename: "QueryError",
    evalue: "no such table",
    traceback: ["QueryError: no such table", ours],
  };
  expect(cleanError(content)).toEqual({ ...content, traceback: ["QueryError: no such table"] });
});

test("any other error loses svclib's stack lines", () => {
  const traceback = ["TypeError: x", ours, "    at <anonymous>:1:1"];
  expect(cleanError({ ename: "TypeError", evalue: "x", traceback })["traceback"]).toEqual([
    "TypeError: x",
    "    at <anonymous>:1:1",
  ]);
});

test("a folder's name with blanks and umlauts is decoded in Deno's stacks", () => {
  const url = "file:///opt/Gr%C3%B6%C3%9Fe%20b/dist/deno/boot.js";
  const traceback = ["QueryError: x", "    at run (file:///opt/Größe b/dist/deno/chunk-X.js:1:2)"];
  expect(cleanError({ ename: "QueryError", evalue: "x", traceback }, url)["traceback"]).toEqual([
    "QueryError: x",
  ]);
});

test("an error of the notebook's code is unchanged", () => {
  const content = {
    ename: "QueryError",
    evalue: "mine",
    traceback: ["QueryError: mine", "    at <anonymous>:1:1"],
  };
  expect(cleanError(content)).toBe(content);
});

test.each([
  ["a string", [""], "Error: a string"],
  ["(none)", [], "Error: Deno could not say what was thrown"],
])("a thrown value that is not an error is shown: %s", (evalue, traceback, shown) => {
  expect(cleanError({ ename: "Error", evalue, traceback })["traceback"]).toEqual([shown]);
});

test("reads the message, the position and the line", () => {
  const message =
    "SyntaxError: Expression expected\n  |\n3 | let y = ;\n  |         ~\n    at data:application/typescript;charset=utf-8,x:3:9\n";
  expect(syntaxError(message)).toEqual({
    ename: "SyntaxError",
    evalue: "Expression expected (line 2, column 9)",
    traceback: ["SyntaxError: Expression expected (line 2, column 9)", "  let y = ;", "          ^"],
  });
});

test.each([[""], ["Module not found"], ["SyntaxError: without a place"]])(
  "%j is not a syntax error",
  (message) => {
    expect(syntaxError(message)).toBeNull();
  },
);
