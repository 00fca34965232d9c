import { expect, test } from "@jest/globals";
import { describeColumn } from "../../../src/core/table/describe-columns.ts";
import { tableOf } from "./table-of.ts";

const day = (n: number): Date => new Date(Date.UTC(2024, 0, n));

const TABLE = tableOf(
  {
    n: [4, 1, 2, null, NaN],
    big: [2n ** 60n, -1, 2n ** 60n + 1n, null, null],
    t: ["b", "a", "b", "", null],
    day: [day(1), day(3), day(3), null, new Date(NaN)],
    ok: [true, true, false, null, null],
    dec: ["1.50", "10.25", "9.00", null, null],
    any: [[1], { a: 2n }, [1], null, null],
    none: [null, null, null, null, null],
  },
  { types: { n: "double", dec: "decimal(10,2)" } },
);

test("a table is described column by column", () => {
  const described = TABLE.describe();
  expect(described.index).toEqual(["column"]);
  const rows = described.objects().map((row): unknown[] => Object.values(row as object));
  expect(rows).toEqual([
    ["n", "double", 4, 1, 4, 1, 7 / 3, 1.5, 2, 3, 4, null],
    ["big", "number", 3, 2, 3, -1, 2 ** 61 / 3, 2 ** 59, 2 ** 60, 2 ** 60, 2n ** 60n + 1n, null],
    ["t", "string", 4, 1, 3, "", null, null, null, null, "b", "b (2)"],
    ["day", "Date", 3, 2, 2, day(1), null, day(2), day(3), day(3), day(3), "2024-01-03 (2)"],
    ["ok", "boolean", 3, 2, 2, false, null, null, null, null, true, "true (2)"],
    ["dec", "decimal(10,2)", 3, 2, 3, "1.50", 20.75 / 3, 5.25, 9, 9.625, "10.25", null],
    ["any", "object", 3, 2, 2, null, null, null, null, null, null, "[1] (2)"],
    ["none", null, 0, 5, 0, null, null, null, null, null, null, null],
  ]);
});

test("of a filter's rows only, and of a table without rows", () => {
  const one = TABLE.filter((d: { n: number }) => d.n === 4).describe();
  expect([one.get("count", 0), one.get("max", 0), one.numRows()]).toEqual([1, 4, 8]);
  expect(tableOf({ n: [] }).describe().get("count", 0)).toBe(0);
});

test("the schema", () => {
  expect(TABLE.select("n", "t").schema.objects()).toEqual([
    { field: "n", type: "double" },
    { field: "t", type: null },
  ]);
});

test("decimals and intervals have their own order, and BigInts an exact mean", () => {
  const columns = {
    "decimal(38,2)": [
      "12345678901234567890123456789012345.2",
      "9",
      "12345678901234567890123456789012345.15",
      -0.5,
    ],
    "interval day to second": ["9 00:00:00.000", "10 00:00:00.000", "-0 00:00:00.500"],
    "interval year to month": ["2-0", "10-1", "-1-2"],
    bigint: [9223372036854775807n, -9223372036854775808n, 0n],
  };
  const [decimal, days, months, integer] = Object.entries(columns).map(([type, values]) =>
    describeColumn("c", type, values),
  );
  expect(decimal).toMatchObject({ min: -0.5, max: "12345678901234567890123456789012345.2" });
  expect(days).toMatchObject({ min: "-0 00:00:00.500", max: "10 00:00:00.000" });
  expect(months).toMatchObject({ min: "-1-2", max: "10-1" });
  expect(integer?.mean).toBeCloseTo(-1 / 3);
  expect(describeColumn("c", "bigint", [1, 2n, 3]).mean).toBe(2);
});

test("numbers among texts have no mean, and the top has the three most frequent values", () => {
  expect(describeColumn("c", "json", [1, "a", 3])).toMatchObject({ mean: null, p50: null });
  expect(describeColumn("c", "double", [NaN, 2, 1])).toMatchObject({ min: 1, mean: 1.5, p50: 1.5, max: 2 });
  const texts = [..."aabbbcddd", "x".repeat(31), "x".repeat(31), "x".repeat(31), "x".repeat(31)];
  expect(describeColumn("c", "varchar", texts).top).toBe(`${"x".repeat(29)}… (4), b (3), d (3)`);
});

test.each<[values: number[], quantiles: number[]]>([
  [[Infinity], [Infinity, Infinity, Infinity]],
  [
    [-Infinity, 1, 2, 3, Infinity],
    [1, 2, 3],
  ],
  [
    [-Infinity, 4, 6, Infinity],
    [-Infinity, 5, Infinity],
  ],
])("quantiles of infinities: %s", (values, quantiles) => {
  const described = tableOf({ n: values }).describe();
  expect(["p25", "p50", "p75"].map((name) => described.get(name, 0) as unknown)).toEqual(quantiles);
});
