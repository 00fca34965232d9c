import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "../../../engine/open-runner.ts";
import { translateQuery } from "../../translate-query.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner();
});
afterAll(() => service.close());

/** Cells of a column in turn. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  integer: ["1", "-5", "null", "2147483647", "0"],
  bigint: ["1", "12345678901", "-9223372036854775807", "null"],
  double: ["1e0", "-2.5e-3", "null", "3", "1e300", "0e0"],
  decimal: ["1.5", "-10.25", "null", "0.001", "7"],
  boolean: ["true", "false", "null"],
  text: ["'a'", "''", "null", "'it''s \"q\" \\\\ \n\t日本😀'", "'[1,null]'", "'null'", "'  '"],
  date: ["date '2024-02-29'", "null", "date '0001-01-01'", "date '9999-12-31'"],
  timestamp: ["timestamp '2024-02-29 01:02:03.456'", "null", "timestamp '1969-12-31 23:59:59'"],
};

const rowsOf = (columns: readonly (readonly string[])[], from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, r) => `(${columns.map((cells, c) => cells[(from + r + c) % cells.length]).join(", ")})`,
  ).join(", ");

test.each(["presto", "hive"] as const)(
  "in %s many rows of literals have the values and types of few",
  async (dialect) => {
    const columns = Object.values(COLUMNS);
    const names = Object.keys(COLUMNS).map((_, i) => `c${i}`);
    const from = (rows: string): string =>
      dialect === "hive"
        ? `select ${names.map((_, i) => `col${i + 1}`).join(", ")} from (values ${rows}) t`
        : `select * from (values ${rows}) t(${names.join(", ")})`;
    // The second half begins with each column's first values again.
    const many = await service.query(from(rowsOf(columns, 0, 840)), dialect);
    const few = await service.query(
      `${from(rowsOf(columns, 0, 420))} union all ${from(rowsOf(columns, 420, 840))}`,
      dialect,
    );
    expect(many.columns.map(({ type }) => type)).toEqual(few.columns.map(({ type }) => type));
    expect(many.rows.length).toBe(840);
    expect(many.rows).toEqual(few.rows);
  },
);

test.each([
  ["calls", "(1), (abs(-2)), (3)", [[1], [2], [3]]],
  ["arrays", "(array[1]), (array[2, 3])", [[[1]], [[2, 3]]]],
  ["rows", "(row(1, 'a')), (row(2, 'b'))", [[1, "a"], [2, "b"]]],
  ["casts", "(cast(1.55 as decimal(3,1))), (2.25)", [["1.60"], ["2.25"]]],
  ["several types", "(1, 'a'), (2.5, null), (3e0, 'c')", [[1, "a"], [2.5, null], [3, "c"]]],
])("many rows of %s are what they are", async (_, some, wanted) => {
  const values = `values ${Array.from({ length: 200 }, () => some).join(", ")}`;
  const { rows } = await service.query(values);
  expect(rows).toEqual(Array.from({ length: 200 }, () => wanted).flat());
}); // prettier-ignore

test("the engine gets a hundred thousand rows as a hundred texts, not as expressions that it plans one by one", async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `(${i}, 'text ${i}', -${i}.5)`).join(", ");
  const { sql } = await translateQuery(`select * from (values ${rows}) t(a, b, c)`);
  expect(sql.match(/\('\[\[/g)).toHaveLength(100);
  expect(sql.match(/CAST/g)).toHaveLength(2);
});
