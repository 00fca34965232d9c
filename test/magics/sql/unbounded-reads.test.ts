import { expect, test } from "@jest/globals";
import type { KnownCatalogue } from "../../../src/magics/known-catalogue.ts";
import { unboundedReads } from "../../../src/magics/sql/unbounded-reads.ts";

const catalogue: KnownCatalogue = {
  databases: ["web"],
  tables: (database) =>
    database === "web"
      ? [
          { name: "access", count: 250_000_000, columns: [] },
          { name: "users", count: 100_000_000, columns: [] },
        ]
      : null,
};
const reads = (sql: string): string[] => unboundedReads(sql, "presto", catalogue, "web");

test("a full scan of a very large table is reported with its rows", () => {
  expect(reads("select count(*) from access")).toEqual([
    "web.access has 250,000,000 rows, and the query has no bound on its time: where td_time_range(time, '2024-01-01', '2024-02-01') reads less",
  ]);
});

test.each([
  "select code from web.access where code = 200",
  "select * from access order by code limit 5",
  "select count(*) from access limit 5",
  "with a as (select * from access) select * from a where time > 5",
  "select * from users u join access a on u.id = a.id",
  "select 1 union all select code from access",
  "explain analyze select code from access",
  "select code from access group by time",
])("full scan: %s", (sql) => {
  expect(reads(sql)).toHaveLength(1);
});

test.each([
  "select count(*) from access where td_time_range(time, '2024-01-01')",
  'select * from (select * from access where access."time" between 1 and 2) where code = 1',
  "select * from users u join access a on u.id = a.id and a.time > 5",
  "select * from access limit 5",
  "select count(*) from users",
  "select count(*) from other.access",
  "explain select code from access",
  "describe access",
  "select 'from access'",
])("no full scan: %s", (sql) => {
  expect(reads(sql)).toEqual([]);
});
