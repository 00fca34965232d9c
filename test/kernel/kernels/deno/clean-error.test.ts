import { expect, test } from "@jest/globals";
import { cleanError } from "../../../../src/kernel/kernels/deno/clean-error.ts";
import { bundledUrl } from "../../../../src/kernel/kernels/deno/own-imports.ts";

const ours = `    at run (${bundledUrl("chunk-X")}:1:2)`;

test("an error of ours has no stack", () => {
  const content = {
    ename: "QueryError",
    evalue: "no such table",
    traceback: ["QueryError: no such table", ours],
  };
  expect(cleanError(content)).toEqual({ ...content, traceback: ["QueryError: no such table"] });
});

test("any other error keeps the lines that are not ours", () => {
  const traceback = ["TypeError: x", ours, "    at <anonymous>:1:1"];
  expect(cleanError({ ename: "TypeError", evalue: "x", traceback })["traceback"]).toEqual([
    "TypeError: x",
    "    at <anonymous>:1:1",
  ]);
});

test("an error of the notebook's own stays as it is", () => {
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
])("what was thrown and is no error is shown: %s", (evalue, traceback, shown) => {
  expect(cleanError({ ename: "Error", evalue, traceback })["traceback"]).toEqual([shown]);
});
