import { expect, test } from "@jest/globals";
import { rowType } from "../../../src/magics/sql/row-type.ts";
import { SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

const typeOf = (sql: string, dates = true, dialect: "presto" | "hive" = "presto"): string | null =>
  rowType({ sql, dialect, database: "sample_datasets", dates }, SAMPLE_CATALOGUE);

test.each([
  ["select symbol, count(*) as flights from nasdaq group by 1", "{ symbol: string; flights: number }"],
  ["select * from shop.orders", "{ id: number; symbol: string; select: string; time: Date }"],
  [
    'select "odd name", true a, cast(1 as decimal(9,2)) b, array[1.5e0] c from www_access',
    '{ "odd name": string; a: boolean; b: number; c: number[] }',
  ],
  ["select 1 a, 2 a, now() t, date '2024-01-01' d", "{ a: number; a_2: number; t: Date; d: Date }"],
  [
    "select row(1, 'a') r, map() m, null n, timestamp '2024-01-01 00:00:00.123456' t",
    "{ r: any; m: Record<string, any>; n: any; t: any }",
  ],
  [
    "select cast(row(1, now(), 'a') as row(id bigint, at timestamp, \"a b\" varchar)) r, array[cast(row(1) as row(n double))] l, map(array['k'], array[1.5e0]) m",
    '{ r: { id: number; at: string; "a b": string }; l: { n: number }[]; m: Record<string, number> }',
  ],
])("rows of %s", (sql, type) => {
  expect(typeOf(sql)).toBe(type);
});

test("read functions have dates as text, and time as a number", () => {
  expect(typeOf("select time, now() t from nasdaq", false)).toBe("{ time: number; t: string }");
  expect(typeOf("select host, collect_set(user) u from www_access group by host", false, "hive")).toBe(
    "{ host: string; u: number[] }",
  );
});

test.each([
  "select a from missing",
  "select nme from nasdaq",
  "select 1 from unseen.t",
  "selct 1",
  "drop table nasdaq",
])("no type for %s", (sql) => {
  expect(typeOf(sql)).toBeNull();
});

test("rows of a job have its result's columns", () => {
  const jobColumns = (id: number) =>
    id === 7
      ? [column("a", "bigint"), column("A", "varchar"), column("time", "bigint"), column("d", "date")]
      : null;
  const column = (name: string, type: string) => ({ name, type });
  const catalogue = { ...SAMPLE_CATALOGUE, jobColumns };
  expect(rowType({ job: 7 }, catalogue)).toBe("{ a: number; A: string; time: Date; d: Date }");
  expect(rowType({ job: 8 }, catalogue)).toBeNull();
});

test("a local statement has the types of the notebook's tables", () => {
  const rows = { sql: "select code, count(*) n from airports group by 1", dialect: "presto", database: "", dates: true, isLocal: true } as const; // prettier-ignore
  const airports = [{ name: "code", type: "varchar" }];
  expect(rowType(rows, SAMPLE_CATALOGUE, { airports })).toBe("{ code: string; n: number }");
  expect(rowType(rows, SAMPLE_CATALOGUE)).toBeNull();
});
