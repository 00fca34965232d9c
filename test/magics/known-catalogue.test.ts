import { expect, test } from "@jest/globals";
import { columnsWithTime, knownTable, type CatalogueTable } from "../../src/magics/known-catalogue.ts";

const table = (...names: readonly string[]): CatalogueTable => ({
  name: "Flights",
  count: null,
  columns: names.map((name) => ({ name, type: "long" })),
});

test("a table is known by its names in any case", () => {
  const catalogue = {
    databases: null,
    tables: (database: string) => (database === "web" ? [table()] : null),
  };
  expect(knownTable(catalogue, "web", "FLIGHTS")?.name).toBe("Flights");
  expect(knownTable(catalogue, "web", "other")).toBeNull();
  expect(knownTable(catalogue, "logs", "flights")).toBeNull();
});

test("every table has a column time, once", () => {
  expect(columnsWithTime(table("a")).map(({ name }) => name)).toEqual(["a", "time"]);
  expect(columnsWithTime(table("time", "a")).map(({ name }) => name)).toEqual(["time", "a"]);
});
