import { expect, test } from "@jest/globals";
import { cellCode } from "../../../../../src/kernel/kernels/tslab/compiler/cell-code.ts";

test.each<[string, string, string]>([
  [
    "a variable becomes one of the notebook where it is declared",
    "let a = 1;\nexport { a };",
    'let a = 1;__tslab__.declare("a", () => a, (a_) => { a = a_; });',
  ],
  ["a constant can't be set", "const a = 1;\nexport { a };", 'const a = 1;__tslab__.declare("a", () => a);'],
  [
    "a function is one before the cell's first statement",
    "f();\nfunction f() {}\nexport { f };",
    '__tslab__.declare("f", () => f, (f_) => { f = f_; });f();\nfunction f() {}',
  ],
  [
    "so is a variable that a statement declares inside",
    "if (x) { var b = 1; }\nexport { b };",
    '__tslab__.declare("b", () => b, (b_) => { b = b_; });if (x) { var b = 1; }',
  ],
  ["what the cell does not export stays its own", "let a = 1;\nexport {};", "let a = 1;"],
  [
    "the last value is given to the notebook",
    "export const tsLastExpr = 1 + 1;",
    "const tsLastExpr = 1 + 1;;__tslab__.last.tsLastExpr = tsLastExpr;",
  ],
  [
    "a pattern declares each of its names",
    "const { a, b: [c] } = o;\nexport { a, c };",
    'const { a, b: [c] } = o;__tslab__.declare("a", () => a);__tslab__.declare("c", () => c);',
  ],
  ["no code", "", ""],
])("%s", (_, module, code) => {
  expect(cellCode(module)).toBe(code);
});

test("imports become calls of require, and their names constants", () => {
  const code = cellCode('import { join } from "node:path";\njoin("a", "b");\nexport { join };');
  expect(code).toContain('require("node:path")');
  expect(code).toMatch(/__tslab__\.declare\("join", \(\) => [^,]*join\);/);
  expect(code).not.toContain("__esModule");
});

test("a strict cell stays strict", () => {
  expect(cellCode('"use strict";\nlet a = 1;\nexport { a };')).toMatch(/^"use strict";/);
});
