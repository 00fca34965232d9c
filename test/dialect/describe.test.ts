import { expect, test } from "@jest/globals";
import { describe, type KnownTables } from "../../src/dialect/describe.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { typeName } from "../../src/dialect/types/type.ts";

const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  t: {
    id: "long",
    name: "string",
    price: "decimal(10,2)",
    tags: "array<string>",
    attrs: "map(varchar, bigint)",
    place: "row(lat double, lon double)",
  },
  maps: { shape: "geometry" },
};
const tables: KnownTables = {
  columns: ({ table }) =>
    COLUMNS[table] ? Object.entries(COLUMNS[table]).map(([name, type]) => ({ name, type })) : null,
  tables: () => Object.keys(COLUMNS),
};

/** Columns as `name type`. */
function columnsOf(sql: string, dialect: Dialect = "presto"): string[] {
  return describe(sql, dialect, { database: "shop", tables }).map(
    ({ name, type }) => `${name} ${typeName(type, dialect)}`,
  );
}

test("names and types come from the tables, the functions and the dialect", () => {
  expect(columnsOf("select *, price * 2, place.lat, tags[1] tag from t")).toEqual([
    "id bigint",
    "name varchar",
    "price decimal(10,2)",
    "tags array(varchar)",
    "attrs map(varchar, bigint)",
    "place row(lat double, lon double)",
    "_col6 decimal(20,2)",
    "lat double",
    "tag varchar",
  ]);
  expect(columnsOf("select tags, count(*), sum(id) total from t group by tags", "hive")).toEqual([
    "tags array<string>",
    "_c1 bigint",
    "total bigint",
  ]);
});

test("a statement without a result has no columns, and is checked all the same", () => {
  expect(columnsOf("insert into t (id) select id from t")).toEqual([]);
  expect(() => columnsOf("delete from t where nme = 'b'")).toThrow("cannot be resolved");
  expect(columnsOf("explain select 1")).toEqual(["Query Plan varchar"]);
  expect(columnsOf("show tables")).toEqual(["Table varchar"]);
});

test("an error has its place, and a suggestion", () => {
  expect(() => columnsOf("select id,\n  nme from t")).toThrow(
    expect.objectContaining({ kind: "COLUMN_NOT_FOUND", line: 2, column: 3 }),
  );
  expect(() => columnsOf("select 1 from mps")).toThrow(
    "table 'shop.mps' does not exist; did you mean 'maps'?",
  );
  expect(() => columnsOf("select * from maps")).toThrow("column 'shape' has an unknown type: geometry");
});
