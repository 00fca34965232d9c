import { describe, expect, test } from "@jest/globals";
import { op } from "arquero";
import { inTimeZone, timeZoneOf } from "../../../../../src/core/table/columns/column-display.ts";
import type { Table } from "../../../../../src/core/table/table.ts";
import { tableOf } from "../../table-of.ts";

describe("types of copied columns", () => {
  const left = tableOf(
    { key: ["a", "b"], price: ["1.50", "2.50"], list: [[1, 2], [3]] },
    {
      types: { key: "varchar", price: "decimal(5,2)", list: "array(bigint)" },
    },
  );
  const right = tableOf(
    { key: ["a"], price: ["9.00"], note: ["x"] },
    {
      types: { key: "varchar", price: "decimal(7,2)", note: "json" },
    },
  );

  test.each<[string, () => Table, Readonly<Record<string, string>>]>([
    [
      "join",
      () => left.join(right, "key"),
      {
        key: "varchar",
        price_1: "decimal(5,2)",
        list: "array(bigint)",
        price_2: "decimal(7,2)",
        note: "json",
      },
    ],
    [
      "join with other suffixes",
      () => left.join(right, "key", undefined, { suffix: ["", "_1"] }),
      {
        key: "varchar",
        price: "decimal(5,2)",
        list: "array(bigint)",
        price_1: "decimal(7,2)",
        note: "json",
      },
    ],
    [
      "cross",
      () => left.select("key").cross(right.select("key", "note")),
      { key_1: "varchar", key_2: "varchar", note: "json" },
    ],
    [
      "a cross to new names",
      () => left.cross(right, { cost: "(a, b) => b.price" }),
      { cost: "decimal(7,2)" },
    ],
    ["a join that computes", () => left.join(right, "key", { price: "(a, b) => +a.price" }), {}],
    [
      "a join of lists",
      () => left.join(right, "key", [["key"], ["price"], { own: "(a, b) => a.price" }]),
      { key: "varchar", price: "decimal(7,2)", own: "decimal(5,2)" },
    ],
    [
      "a lookup of all",
      () => left.select("key").lookup(right, "key"),
      { key: "varchar", price: "decimal(7,2)", note: "json" },
    ],
    [
      "assign",
      () => left.select("key").assign(left.select("price")),
      { key: "varchar", price: "decimal(5,2)" },
    ],
    [
      "impute of missing rows",
      () => left.select("key", "price").impute({ price: () => 0 }, { expand: "key" }),
      { key: "varchar", price: "decimal(5,2)" },
    ],
    [
      "groups that are filtered",
      () => left.groupby("key").filter("d => d.key === 'a'").count(),
      { key: "varchar" },
    ],
    [
      "pivot of several",
      () => left.pivot("key", { p: op.any("price"), l: op.any("list") } as never, { sort: false }),
      { p_a: "decimal(5,2)", p_b: "decimal(5,2)", l_a: "array(bigint)", l_b: "array(bigint)" },
    ],
    ["unroll", () => left.unroll("list"), { key: "varchar", price: "decimal(5,2)", list: "bigint" }],
    ["concat", () => left.select("key", "price").concat(right), { key: "varchar", price: "decimal(7,2)" }],
    ["concat to the narrower decimal", () => right.select("price").concat(left), { price: "decimal(7,2)" }],
    ["concat of two types", () => left.select("key").concat(right.select({ note: "key" })), {}],
    [
      "lookup",
      () => left.lookup(right, "key", "note"),
      { key: "varchar", price: "decimal(5,2)", list: "array(bigint)", note: "json" },
    ],
    [
      "lookup of a column that both have",
      () => left.select("key", "price").lookup(right.rename({ price: "n", note: "price" }), "key", "price"),
      { key: "varchar", price: "json" },
    ],
    [
      "a lookup that computes",
      () => left.lookup(right, "key", { price: "d => 1" }),
      { key: "varchar", list: "array(bigint)" },
    ],
    [
      "pivot",
      () => left.pivot("key", { any: op.any("price") as never }),
      { a: "decimal(5,2)", b: "decimal(5,2)" },
    ],
    [
      "pivot of a sum",
      () => left.pivot("key", "price", { sort: false }).pivot("a", { n: op.count() as never }),
      {},
    ],
    ["fold onto a column's name", () => left.select("key", "price").fold("price"), { value: "decimal(5,2)" }],
    [
      "fold to other names",
      () => left.fold("list", { as: ["name", "price"] }),
      { key: "varchar", price: "array(bigint)" },
    ],
    [
      "unroll with an index named like a column",
      () => left.unroll("list", { index: "price" }),
      { key: "varchar", list: "bigint" },
    ],
  ])("%s", (_, run, types) => {
    expect({ ...run().types }).toEqual(types);
  });

  test("columns that share their values keep their own types", () => {
    const values = [1];
    const shared = tableOf({ a: values, b: values }, { types: { a: "date", b: "bigint" } });
    expect({ ...shared.filter(() => true).types }).toEqual({ a: "date", b: "bigint" });
  });

  test("time zones", () => {
    const at = inTimeZone([new Date(0), new Date(1)], "Asia/Tokyo");
    const table = tableOf({ key: ["a", "b"], at });
    const joined = table.join(right, "key");
    expect(timeZoneOf((joined.data() as Record<string, never>)["at"] as never)).toBe("Asia/Tokyo");
    const other = tableOf({ key: ["a"], at: inTimeZone([new Date(0)], "Asia/Seoul") });
    const both = table.concat(other);
    expect(timeZoneOf((both.data() as Record<string, never>)["at"] as never)).toBeNull();
  });
});
