import { expect, test } from "@jest/globals";
import { readSource } from "../../../../src/magics/cell/source/source.ts";

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
  ["export const a = 1; enum E {}; import fs = require('fs'); await using f = g", ["a", "E", "fs", "f"]],
  ["interface A {} type B = A; namespace C {}", []],
])("%j declares", (source, names) => {
  expect([...readSource(source).ownNames]).toEqual(names);
});

test.each([
  [
    "plot(df.derive({ x: (d) => op.mean(d.plot) }), { desc, mark: bar })",
    ["plot", "df", "op", "d", "desc", "bar"],
  ],
  ["const plot = 1; plot; let x: Table; o.aq; `${aq}`; label: for (;;) break label", ["o", "aq"]],
  ["/* plot */ 'plot'; // plot", []],
])("%j refers to", (source, names) => {
  expect([...readSource(source).names]).toEqual(names);
});

test.each([
  ["f(1); g()", ["g()"]],
  ["1n\nconst a = 2", ["1n"]],
  ["if (a) b(); else { c(); d() }", ["b()", "d()"]],
  ["for (const a of b) a", []],
  ["f(", []],
])("the values of %j", (source, values) => {
  const { file, lastExpressions } = readSource(source);
  expect(lastExpressions.map((value) => value.getText(file))).toEqual(values);
});
