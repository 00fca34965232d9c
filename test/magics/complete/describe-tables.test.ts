import { expect, test } from "@jest/globals";
import { columnLines, describeTable, describeTables } from "../../../src/magics/complete/describe-tables.ts";
import type { CatalogueTable } from "../../../src/magics/known-catalogue.ts";

const table = (name: string, count: number | null): CatalogueTable => ({
  name,
  count,
  columns: [
    { name: "symbol", type: "varchar" },
    { name: "id", type: null },
  ],
});

test("a table with its columns, time among them", () => {
  expect(describeTable("web", table("visits", 1200)).split("\n")).toEqual([
    "table web.visits: 1200 rows",
    "  symbol  varchar",
    "  id",
    "  time    long",
  ]);
  expect(describeTable("web", table("visits", null))).toMatch(/^table web\.visits\n/);
});

test("types stand below each other, also behind wide letters", () => {
  expect(
    columnLines([
      { name: "日本", type: "date" },
      { name: "a", type: "bigint" },
    ]),
  ).toEqual(["  日本  date", "  a     bigint"]);
  expect(columnLines([])).toEqual([]);
});

test("a database with its tables", () => {
  expect(describeTables("web", [table("visits", 3), table("v", null)]).split("\n")).toEqual([
    "database web: 2 tables",
    "  visits  3 rows",
    "  v",
  ]);
  expect(describeTables("web", [table("visits", null)])).toBe("database web: 1 table\n  visits");
  expect(describeTables("web", [])).toBe("database web: 0 tables");
});

test("of many tables the first forty", () => {
  const many = Array.from({ length: 42 }, (_, i) => table(`t${i}`, null));
  const lines = describeTables("web", many).split("\n");
  expect([lines[0], lines[40], lines[41]]).toEqual(["database web: 42 tables", "  t39", "  and 2 more"]);
});
