import { expect, test } from "@jest/globals";
import { valuesOf } from "./values-of.ts";

const COLUMNS = { n: [1, null, 12], pair: [[1, 2], null, [3, 4]], at: [{ x: 5 }, null, { x: 6 }] };

test.each<[string, unknown[]]>([
  ["(d) => { return d.n + 1; }", [2, null, 13]],
  ["(d) => { if (d.n > 10) return 'many'; else return 'few'; }", ["few", "few", "many"]],
  ["(d) => { if (d.n === null) { return 'none'; } return 'some'; }", ["some", "none", "some"]],
  ["(d) => { const twice = d.n * 2; return twice + 1; }", [3, null, 25]],
  ["(d) => { const { n } = d; return n - 1; }", [0, null, 11]],
  ["(d) => { const [one, two] = d.pair; return one + two; }", [3, null, 7]],
  ["(d) => { const p = d.n; const d1 = p * 2; return d1 - p; }", [1, null, 12]],
  ["(d) => { const { x } = d.at; return x; }", [5, undefined, 6]],
  ["(d) => { switch (d.n) { case 1: return 'one'; case 12: return 'dozen'; default: return '?'; } }", ["one", "?", "dozen"]],
])("%s", (expression, values) => {
  expect(valuesOf(COLUMNS, expression)).toEqual(values);
}); // prettier-ignore

test.each([
  ["(d) => { let x; x = d.n; return x; }", "x has no value; expressions assign none later: write const x = a ? b : c"],
  ["(d) => { for (;;) return d.n; }", "for loops not allowed"],
])("%s is refused", (expression, said) => {
  expect(() => valuesOf(COLUMNS, expression)).toThrow(said);
}); // prettier-ignore
