import { describe, expect, test } from "@jest/globals";
import { ColumnTable } from "arquero";
import type { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

describe("a column read as a property", () => {
  const table = tableOf({ price: [1, 2], then: ["a", "b"] }) as Table & Record<string, unknown>;

  test("fails and names the method", () => {
    expect(() => table["price"]).toThrow(
      'a table has no property price, but a column: table.array("price") has its values',
    );
    const priced = table.filter("d => d.price > 1").derive({ twice: "d => d.price * 2" });
    expect(() => (priced as unknown as Record<string, unknown>)["twice"]).toThrow('table.array("twice")');
  });

  test("so do properties of pandas, and a list of columns", () => {
    expect(() => table["shape"]).toThrow("a table has no property shape, but it has numRows() and numCols()");
    expect(() => table["columns"]).toThrow("a table has no property columns, but it has columnNames()");
    expect(() => table[["price", "then"] as unknown as string]).toThrow(
      'a table has no property price,then, but columns: table.select("price", "then") has them',
    );
    expect(table["price,more"]).toBeUndefined();
  });

  test("other names are read as before", async () => {
    expect(table["prices"]).toBeUndefined();
    expect("price" in table).toBe(false);
    expect(await Promise.resolve(table)).toBe(table);
    expect(table.columnNames()).toEqual(["price", "then"]);
    expect(table).toBeInstanceOf(ColumnTable);
    expect(Object.prototype.toString.call(table)).toBe("[object Table: 2 cols x 2 rows]");
  });
});
