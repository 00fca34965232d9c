import { quoteName } from "../../dialect/quote.ts";
import type { ClusterColumn, ClusterDialect } from "../cluster/cluster-dialect.ts";
import { SCHEMA_TYPES, toSqlType, type SqlTypes } from "../engine/schema-type.ts";
import { parseServiceType, type ServiceType } from "../../core/wire/service-type.ts";

const CLUSTER_TYPES: SqlTypes = {
  names: {
    int: "integer",
    long: "bigint",
    float: "real",
    double: "double",
    string: "varchar",
    boolean: "boolean",
    date: "date",
    timestamp: "timestamp(3)",
    binary: "varbinary",
  },
  array: (element) => `array(${element})`,
  map: (key, value) => `map(${key}, ${value})`,
};

/** SQL of Trino and Presto, whose statements are limited to a million characters. */
export const trinoDialect: ClusterDialect = {
  dialect: "presto",
  insertLength: 850_000,
  insertRows: 50_000,
  quote: quoteName,
  clusterType: (type) => toSqlType(type, CLUSTER_TYPES),
  serviceType: (type) => serviceType(parseServiceType(type), type),
  row: (values) => `[${values.map(jsonValue).join(",")}]`,
  insert,
  createTable: (table, columns) => `CREATE TABLE ${table} (${columns})`,
  createSchema: (database) => `CREATE SCHEMA ${quoteName(database)}`,
  addColumn: (table, { name, type }) => `ALTER TABLE ${table} ADD COLUMN ${quoteName(name)} ${type}`,
  rename: (table, database, to) => `ALTER TABLE ${table} RENAME TO ${quoteName(database)}.${quoteName(to)}`,
};

function serviceType({ name, inner }: ServiceType, text: string): string {
  if (name === "array") return `array<${serviceType(inner[0] as ServiceType, "")}>`;
  if (name === "map") return `map<${inner.map((part) => serviceType(part, part.name)).join(",")}>`;
  return SCHEMA_TYPES[name] ?? (text === "" ? name : text.toLowerCase());
}

/** Quotes a string literal. */
export function trinoText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Inserts rows from one JSON text, because planning a VALUES list of some thousand rows takes seconds. */
function insert(table: string, columns: readonly ClusterColumn[], rows: readonly string[]): string {
  const names = columns.map(({ name }) => quoteName(name));
  const fields = columns.map(({ type }, index) => `${names[index]} ${type}`).join(", ");
  const source = `UNNEST(CAST(json_parse(${trinoText(`[${rows.join(",\n")}]`)}) AS array(row(${fields}))))`;
  return `INSERT INTO ${table} (${names.join(", ")})\nSELECT * FROM ${source}`;
}

function jsonValue(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  // The cluster parses NaN and the infinities from strings.
  if (typeof value === "number") return Number.isFinite(value) ? jsonNumber(value) : `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(jsonValue).join(",")}]`;
  return JSON.stringify(value ?? null);
}

function jsonNumber(value: number): string {
  return Object.is(value, -0) ? "-0.0" : String(value);
}
