import type { Dialect } from "../../src/dialect/dialect.ts";
import { typeName } from "../../src/dialect/types/type-text.ts";
import { arrayOf, BIGINT, BOOLEAN, DATE, decimal, DOUBLE, INTEGER, mapOf, simple, TIMESTAMP, type Type, VARCHAR } from "../../src/dialect/types/type.ts"; // prettier-ignore

export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
  /** Values that both dialects can cast: texts, numbers, null; lists and objects for arrays and maps. */
  readonly rows: readonly (readonly Value[])[];
}
type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

const column = (name: string, type: Type): Table["columns"][number] => ({ name, type });
const LONG = "lorem ipsum dolor sit amet, ".repeat(12).trim();

/** One row per kind of value: usual ones, nulls, empty ones, NaN and infinities, the ends of a type's range, texts in other scripts. */
const main: Table = {
  name: "main",
  columns: [
    column("id", BIGINT), column("b", BOOLEAN), column("si", simple("smallint")), column("i", INTEGER), column("n", BIGINT), column("x", BIGINT),
    column("r", simple("real")), column("d", DOUBLE), column("de", decimal(10, 2)), column("s", VARCHAR), column("w", VARCHAR), column("js", VARCHAR),
    column("dt", DATE), column("ts", TIMESTAMP), column("an", arrayOf(BIGINT)), column("av", arrayOf(VARCHAR)), column("m", mapOf(VARCHAR, BIGINT)),
  ], // prettier-ignore
  rows: [
    [1, true, 1, 10, 100, 1, 1.5, 2.5, "3.14", "abc", "a", '{"a":1,"b":[1,2,{"c":null}]}', "2024-01-15", "2024-01-15 10:20:30.123", [1, 2, 3], ["a", "b"], { a: 1, b: 2 }],
    [2, false, -1, -10, 100, "9223372036854775807", -1.5, -0.5, "-3.15", "Hello World", "b", "[1.50,null,\"x\",true]", "2023-12-31", "2023-12-31 23:59:59.999", [3, null, 1], ["b", null, ""], { a: null }],
    [3, null, 0, 0, 0, "-9223372036854775808", 0, 0, "0.00", "", "a", "", "2024-02-29", "2024-02-29 00:00:00", [], [], {}],
    [4, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null],
    [5, true, 32767, 2147483647, 7, 0, 3.25, "NaN", "99999999.99", "ünïcode ☃ 日本語", "日本", '"text"', "1969-07-20", "1969-07-20 20:17:40.5", [7, 7, 7], ["x", "x", "日本"], { 日本: 7, a: 7 }],
    [6, false, -32768, -2147483648, 12345, 42, "NaN", "Infinity", "0.05", "  padded  ", "b", "{}", "0999-01-01", "1600-02-29 12:00:00", [null, 0], [null, ""], { "": 0 }],
    [7, true, 7, 7, 7, -7, "Infinity", "-Infinity", "-0.01", "12345", "c", '{"a":{"b":"c"},"a b":"\\u00e9"}', "2024-03-10", "2024-03-10 02:30:00.001", [5, 4, 3, 2, 1], ["c", "b", "a"], { c: 3, b: 2, a: 1 }],
    [8, null, 8, 12, -45, 1700000000, 0.1, 0.1, "7.77", LONG, "c", "not json", "9999-12-31", "2038-01-19 03:14:07", [-1], ["12", "-3.5", "x y"], { k: -1 }],
    [9, true, 2, 3, 1, 5, 100.25, 12345.678, "1234.50", "a,b;c=d", null, '{"a":"1","n":1e3}', "2024-12-30", "2024-12-30 00:00:00", [1, 1, 2], ["a", "a"], { a: 1 }],
  ], // prettier-ignore
};

/** For joins: keys that are repeated, missing on either side, and null. */
const other: Table = {
  name: "side",
  columns: [
    column("id", BIGINT),
    column("w", VARCHAR),
    column("d", DOUBLE),
    column("dt", DATE),
    column("q", INTEGER),
  ],
  rows: [
    [1, "a", 1.5, "2024-01-15", 1], [1, "b", 2.5, "2024-01-16", 2], [2, "a", null, null, 3], [3, null, "NaN", "2024-02-29", 2], [null, "a", 0, "2024-01-15", null],
    [null, null, null, null, 1], [7, "日本", "NaN", "1969-07-20", 7], [11, "z", -1, "2024-03-10", 3],
  ], // prettier-ignore
};

const empty: Table = { name: "blank", columns: other.columns, rows: [] };

export const TABLES: readonly Table[] = [main, other, empty];

/** The tables for Hive: with bytes, and floats that no double equals. */
const forHive: readonly Table[] = [
  {
    ...main,
    columns: [...main.columns, column("ti", simple("tinyint")), column("f", simple("real"))],
    rows: main.rows.map((row, i) => [
      ...row,
      [1, -1, 0, null, 127, -128, 7, 12, 3][i]!,
      [0.1, 3.3, 0.2, null, -2.7, 0.001, 33.3, 0.1, 7.7][i]!,
    ]),
  },
  other,
  empty,
];

export const tablesOf = (dialect: Dialect): readonly Table[] => (dialect === "hive" ? forHive : TABLES);

/** The statement that creates a table with its rows, on Trino and the embedded engine (where Hive's statements see it too). */
export function createTable({ name, columns, rows }: Table): string {
  const select = (row: readonly Value[]): string =>
    `SELECT ${columns.map((one, i) => `${literal(row[i]!, one.type)} AS ${one.name}`).join(", ")}`;
  const query =
    rows.length === 0
      ? `${select(columns.map(() => null))} WHERE false`
      : rows.map(select).join(" UNION ALL ");
  return `CREATE TABLE ${name} AS ${query}`;
}

function literal(value: Value, type: Type): string {
  const name = typeName(type, "presto");
  if (value === null) return `CAST(NULL AS ${name})`;
  if (type.kind === "map") {
    const keys = literal(Object.keys(value), arrayOf(type.key));
    return `MAP(${keys}, ${literal(Object.values(value), arrayOf(type.value))})`;
  }
  if (Array.isArray(value) && type.kind === "array")
    return `CAST(ARRAY[${value.map((one: Value) => literal(one, type.element)).join(", ")}] AS ${name})`;
  const text = typeof value === "object" ? "" : String(value);
  return `CAST('${text.replaceAll("'", "''")}' AS ${name})`;
}

/** Statements that create a Hive table from a text file, and the file's lines. Hive reads no NaN from text: those columns are cast. */
export function hiveTable(
  { name, columns, rows }: Table,
  file: string,
): { statements: string[]; lines: string } {
  const items = (change: (name: string, type: string) => string): string =>
    columns.map((one) => change(one.name, typeName(one.type, "hive"))).join(", ");
  const isFloat = (type: string): boolean => type === "double" || type === "float";
  // An empty list of texts is read as a list of one empty text.
  const read = (column: string, type: string): string =>
    isFloat(type)
      ? `cast(${column} AS ${type}) AS ${column}`
      : type === "array<string>"
        ? `if(size(${column}) = 1 AND ${column}[0] = '', array_except(${column}, ${column}), ${column}) AS ${column}`
        : column;
  const cell = (value: Value): string => {
    if (value === null) return "\\N";
    if (Array.isArray(value)) return value.map(cell).join("\u0002");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([key, item]) => `${key}\u0003${cell(item)}`)
        .join("\u0002");
    return String(value).replaceAll("\\", "\\\\");
  };
  return {
    statements: [
      `DROP TABLE IF EXISTS ${name}`,
      `DROP TABLE IF EXISTS ${name}_text`,
      `CREATE TABLE ${name}_text (${items((column, type) => `${column} ${isFloat(type) ? "string" : type}`)}) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\001' ESCAPED BY '\\\\'`,
      `LOAD DATA LOCAL INPATH '${file}' INTO TABLE ${name}_text`,
      `CREATE TABLE ${name} STORED AS ORC AS SELECT ${items(read)} FROM ${name}_text`,
    ],
    lines: rows.map((row) => `${row.map(cell).join("\u0001")}\n`).join(""),
  };
}
