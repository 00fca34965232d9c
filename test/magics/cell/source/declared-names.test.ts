import { expect, test } from "@jest/globals";
import { declaredNames } from "../../../../src/magics/cell/source/declared-names.ts";
import { createSourceLexer } from "../../../../src/magics/cell/source/source-lexer.ts";

test.each([
  ["let a = 1, b = f(x, y), c: number[] = [1, 2]; d, e", ["a", "b", "c"]],
  ["const { a, b: [c", ["a", "c"]],
  ["const { a, b: c, d = 1, ...e } = o, [f, , [g]] = p", ["a", "c", "d", "e", "f", "g"]],
  [
    "function f(x) { let y }\nasync function* g() {}\nclass C { m() {} }\nconst h = function i() {}",
    ["f", "g", "C", "h"],
  ],
  [
    'import a, { b, c as d, type T } from "x"; import * as e from "y"; import "z"; await import("w"); import.meta',
    ["a", "b", "d", "T", "e"],
  ],
  ["if (x) { let a } else { const b = 1 }\nfor (const c of d) {}", []],
  ["o.let; x = 'let a'; // let b\n`let ${c}`", []],
  ["let a\nlet b", ["a", "b"]],
])("%j", (source, names) => {
  expect([...declaredNames(createSourceLexer(source))]).toEqual(names);
});
