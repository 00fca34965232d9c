import type { ClusterColumn, ClusterDialect } from "../cluster.ts";
import { changedByCast } from "../changed-by-cast.ts";
import { quoteHiveName } from "../../dialect/quote.ts";
import { schemaTypeOf, toSqlType, type SqlTypes } from "../../engine/contract/schema-type.ts";

const CLUSTER_TYPES: SqlTypes = {
  scalar: ({ hive }) => hive,
  array: (element) => `array<${element}>`,
  map: (key, value) => `map<${key},${value}>`,
};

const LOOSE = /^(tinyint|smallint|int|bigint|double|decimal|boolean|date|timestamp)\b/;
const MAX_LONG = 2n ** 63n - 1n;

/** SQL of Hive and Spark. Each INSERT is a job that writes a file, so few large ones beat many small ones. */
export const hiveDialect: ClusterDialect = {
  dialect: "hive",
  insertLength: 2_000_000,
  insertRows: 5000,
  quote: quoteHiveName,
  clusterType: (type) => toSqlType(type, CLUSTER_TYPES),
  serviceType,
  row: (values) => `(${values.map(literal).join(", ")})`,
  insert: (table, columns, rows) =>
    `INSERT INTO ${table} (${columns.map(({ name }) => quoteHiveName(name)).join(", ")}) VALUES\n${rows.join(",\n")}`,
  // The default format, text lines, would break at a line feed in a value.
  createTable: (table, columns) =>
    `CREATE TABLE ${table} (${columns.map(definition).join(", ")}) STORED AS ORC`,
  lostByCast,
  createSchema: (database) => `CREATE DATABASE ${quoteHiveName(database)}`,
  addColumn: (table, column) => `ALTER TABLE ${table} ADD COLUMNS (${definition(column)})`,
};

function definition({ name, type }: ClusterColumn): string {
  return `${quoteHiveName(name)} ${type}`;
}

/** Hive's CAST gives NULL for invalid values, wraps integers that overflow, cuts fractions, times and texts, and takes any word as true. */
function lostByCast(column: ClusterColumn, target: string): string {
  const quoted = quoteHiveName(column.name);
  const isLost = `${quoted} IS NOT NULL AND CAST(${quoted} AS ${target}) IS NULL`;
  const [changed, value] = changedByCast(quoted, column.type, target, "string", LOOSE) ?? [];
  if (changed === undefined) return isLost;
  // 2^63, a double, is cast to 2^63-1, which is cast to 2^63.
  const ends = /^(bigint double|double bigint)$/.test(`${column.type} ${target}`);
  return `${isLost} OR ${changed} <> ${value}${ends ? ` OR CAST(${quoted} AS double) >= 9223372036854775808D` : ""}`;
}

function serviceType(type: string): string {
  const text = type.toLowerCase().replace(/\s+/g, "");
  const element = /^array<(.+)>$/.exec(text)?.[1];
  if (element !== undefined) return `array<${serviceType(element)}>`;
  const [, key, value] = /^map<(\w+),(.+)>$/.exec(text) ?? [];
  if (key !== undefined && value !== undefined) return `map<${serviceType(key)},${serviceType(value)}>`;
  return schemaTypeOf(text.replace(/\(.*/, "")) ?? type.toLowerCase();
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  // Hive reads the digits before the sign: the least integer has one too many of them.
  if (typeof value === "bigint") return value < -MAX_LONG ? `CAST('${value}' AS bigint)` : `${value}L`;
  if (typeof value === "number")
    return Number.isFinite(value)
      ? `${Object.is(value, -0) ? "-0.0" : value}D`
      : `CAST('${value}' AS double)`;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `array(${value.map(literal).join(", ")})`;
  if (typeof value !== "string") throw new TypeError(`A table can't hold a value of type ${typeof value}.`);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
