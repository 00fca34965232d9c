import { expect, test } from "@jest/globals";
import { readSource } from "../../../src/magics/cell/source/source.ts";
import { nameAt } from "../../../src/magics/complete/name-at.ts";

/** The name at the `|` of a cell. */
const at = (cell: string): readonly string[] | null =>
  nameAt(readSource(cell.replace("|", "")), cell.indexOf("|"));

test.each([
  ["d|f", ["df"]],
  ["|df", ["df"]],
  ["plot(df|, 1)", ["df"]],
  ["a.b|.c", ["a", "b"]],
  ["a.b.c|", ["a", "b", "c"]],
  ["a?.b|", ["a", "b"]],
  ["`${d|f}`", ["df"]],
  ["({ d|f })", ["df"]],
  ["const d|f = 1", ["df"]],
  ["const { d|f } = x", ["df"]],
  ["function la|te() {}", ["late"]],
  ['import { a as d|f } from "x"', ["df"]],
  ["{ const x = 1; d|f }", ["df"]],
  ["(x) => { d|f }", ["df"]],
])("%j is a name of the notebook", (cell, path) => {
  expect(at(cell)).toEqual(path);
});

test.each([
  "'d|f'",
  "// d|f",
  "({ d|f: 1 })",
  "f(1).d|f",
  "df.filter((d) => d.late).sel|",
  "a[0].d|f",
  "a.#d|f",
  "let x: d|f",
  "|",
  "this|",
  "1 +| 1",
])("%j is none", (cell) => {
  expect(at(cell)).toBeNull();
});

test.each([
  "(df) => d|f",
  "(d|f) => 1",
  "({ a: [df] }) => d|f",
  "for (const df of x) d|f",
  "{ let df; d|f }",
  "function f() { return d|f; var df }",
  "try {} catch ({ df }) { d|f }",
  "class A { late(df) { d|f } }",
  "switch (x) { case 1: let df = 1; d|f }",
  "const f = function df() { d|f }",
  "const df = 1; (df) => d|f.a",
])("%j is a name of an inner scope", (cell) => {
  expect(at(cell)).toBeNull();
});
