import { expect, test } from "@jest/globals";
import type { DuckDBValue } from "@duckdb/node-api";
import { eachRow, type ScriptArgument } from "../../../src/engine/library/script-arguments.ts";

const varying = (values: readonly DuckDBValue[]): ScriptArgument => ({
  at: (row) => values[row] as DuckDBValue,
  constant: false,
});
const constant = (value: DuckDBValue): ScriptArgument => ({ at: () => value, constant: true });

/** A function's result for each row, and the number of its calls. */
function run(args: readonly ScriptArgument[], rows: number, call: (...values: DuckDBValue[]) => DuckDBValue) {
  let calls = 0;
  const value = eachRow(args, (...values) => {
    calls++;
    return call(...values);
  });
  return { results: Array.from({ length: rows }, (_, row) => value(row)), calls };
}

test("repeated values are computed once", () => {
  const args = [varying(["a", "b", "a", null, "b"]), constant("!")];
  expect(run(args, 5, (a, b) => `${String(a)}${String(b)}`)).toEqual({
    results: ["a!", "b!", "a!", null, "b!"],
    calls: 2,
  });
});

test("constants are computed once for all rows", () => {
  expect(run([constant(2), constant(3)], 4, (a, b) => Number(a) + Number(b))).toEqual({
    results: [5, 5, 5, 5],
    calls: 1,
  });
});

test("with two varying arguments every row is computed", () => {
  expect(run([varying([1, 1]), varying([2, 2])], 2, (a, b) => Number(a) + Number(b))).toEqual({
    results: [3, 3],
    calls: 2,
  });
});

test("zero and minus zero are distinct, all NaN are equal", () => {
  const sign = (value: DuckDBValue): DuckDBValue => (Object.is(value, -0) ? "minus zero" : String(value));
  expect(run([varying([0, -0, 0, NaN, NaN])], 5, sign).results).toEqual([
    "0",
    "minus zero",
    "0",
    "NaN",
    "NaN",
  ]);
});
