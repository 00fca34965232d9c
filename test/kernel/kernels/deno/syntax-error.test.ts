import { expect, test } from "@jest/globals";
import { syntaxError } from "../../../../src/kernel/kernels/deno/syntax-error.ts";

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
