import { expect, test } from "@jest/globals";
import { declaredNames } from "../../../../src/magics/cell/source/declared-names.ts";
import { readSource } from "../../../../src/magics/cell/source/source.ts";

test.each<[string, readonly string[]]>([
  ["const a = 1, b = 2;", ["a", "b"]],
  ["let { a, b: { c, ...rest }, ['x']: d = 1 } = o;", ["a", "c", "rest", "d"]],
  ["var [a, , [b], ...c] = o;", ["a", "b", "c"]],
  ["function f() { const hidden = 1; }", ["f"]],
  ["export async function* g() {}", ["g"]],
  ["export default function () {}", []],
  ["abstract class C {}", ["C"]],
  ["const enum E { a }", ["E"]],
  ['import d, * as all from "m";', ["d", "all"]],
  ['import d, { a, b as c } from "m";', ["d", "a", "c"]],
  ['import "m";', []],
  ['import fs = require("fs");', ["fs"]],
  ["const größe = 1, 日本 = 2;", ["größe", "日本"]],
  ["type T = 1;", []],
  ["interface I {}", []],
  ["a = 1;", []],
  ["if (a) { var b = 1; }", []],
  ["const ;", []],
  ["let { a: } = o;", []],
])("%s", (code, names) => {
  expect(readSource(code).statements.flatMap(declaredNames)).toEqual(names);
});
