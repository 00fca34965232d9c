import { quoteName, quoteText } from "../../dialect/quote.ts";
import { changedByCast } from "../changed-by-cast.ts";
import type { ClusterColumn, ClusterDialect } from "../cluster.ts";
import { schemaTypeOf, toSqlType, type SqlTypes } from "../../engine/contract/schema-type.ts";
import { parseServiceType, type ServiceType } from "../../core/wire/service-type.ts";
import { scalarJson, stringifyJson } from "../../engine/results/stringify-json.ts";

const CLUSTER_TYPES: SqlTypes = {
  scalar: ({ presto }) => (presto === "timestamp" ? "timestamp(3)" : presto),
  array: (element) => `array(${element})`,
  map: (key, value) => `map(${key}, ${value})`,
};

const LOOSE = /^(double|decimal|time|timestamp)\b/;

/** SQL of Trino and Presto, whose statements are limited to a million characters. */
export const trinoDialect: ClusterDialect = {
  dialect: "presto",
  insertLength: 850_000,
  insertRows: 50_000,
  quote: quoteName,
  clusterType: (type) => toSqlType(type, CLUSTER_TYPES),
  serviceType: (type) => serviceType(parseServiceType(type), type),
  row: (values) => stringifyJson(values, scalar),
  insert,
  createTable: (table, columns) => `CREATE TABLE ${table} (${columns.map(definition).join(", ")})`,
  lostByCast,
  createSchema: (database) => `CREATE SCHEMA ${quoteName(database)}`,
  addColumn: (table, column) => `ALTER TABLE ${table} ADD COLUMN ${definition(column)}`,
};

function definition({ name, type }: ClusterColumn): string {
  return `${quoteName(name)} ${type}`;
}

function serviceType({ name, inner }: ServiceType, text: string): string {
  if (name === "array") return `array<${serviceType(inner[0] as ServiceType, "")}>`;
  if (name === "map") return `map<${inner.map((part) => serviceType(part, part.name)).join(",")}>`;
  return schemaTypeOf(name) ?? (text === "" ? name : text.toLowerCase());
}

/** Inserts rows from one JSON text, because planning a VALUES list of some thousand rows takes seconds. */
function insert(table: string, columns: readonly ClusterColumn[], rows: readonly string[]): string {
  const names = columns.map(({ name }) => quoteName(name));
  const fields = columns.map(definition).join(", ");
  const source = `UNNEST(CAST(json_parse(${quoteText(`[${rows.join(",\n")}]`)}) AS array(row(${fields}))))`;
  return `INSERT INTO ${table} (${names.join(", ")})\nSELECT * FROM ${source}`;
}

/** An invalid value fails in the INSERT, whose error names it. Rounded numbers and times, cut texts and dropped zones are no error of CAST. */
function lostByCast({ name, type }: ClusterColumn, target: string): string | null {
  const [changed, value] = changedByCast(quoteName(name), type, target, "varchar", LOOSE) ?? [];
  return changed === undefined ? null : `TRY(${changed}) IS DISTINCT FROM TRY(${value})`;
}

/** The cluster parses NaN and the infinities from strings. */
function scalar(value: unknown): string {
  return typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : scalarJson(value);
}
