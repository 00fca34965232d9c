import type { ClusterDialect } from "../cluster/cluster-dialect.ts";
import { toClusterType } from "../cluster/type-map.ts";

const CLUSTER_TYPES = {
  int: "int",
  long: "bigint",
  float: "float",
  double: "double",
  string: "string",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  binary: "binary",
};
const SERVICE_TYPES: Readonly<Record<string, string>> = {
  tinyint: "int",
  smallint: "int",
  int: "int",
  bigint: "long",
  float: "float",
  double: "double",
  string: "string",
  varchar: "string",
  char: "string",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  timestamp_ntz: "timestamp",
  binary: "binary",
};

/** SQL for Hive and Spark. An INSERT is a job with a new file, so few large ones are better than many small ones. */
export const hiveDialect: ClusterDialect = {
  dialect: "hive",
  insertLength: 2_000_000,
  insertRows: 5000,
  quote: quoteHive,
  clusterType: (type) =>
    toClusterType(
      type,
      CLUSTER_TYPES,
      (element) => `array<${element}>`,
      (key, value) => `map<${key},${value}>`,
    ),
  serviceType,
  row: (values) => `(${values.map(literal).join(", ")})`,
  insert: (table, columns, rows) =>
    `INSERT INTO ${table} (${columns.map(({ name }) => quoteHive(name)).join(", ")}) VALUES\n${rows.join(",\n")}`,
  createSchema: (database) => `CREATE DATABASE ${quoteHive(database)}`,
  addColumn: (table, { name, type }) => `ALTER TABLE ${table} ADD COLUMNS (${quoteHive(name)} ${type})`,
  rename: (table, database, to) => `ALTER TABLE ${table} RENAME TO ${quoteHive(database)}.${quoteHive(to)}`,
};

function quoteHive(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

function serviceType(type: string): string {
  const text = type.toLowerCase().replace(/\s+/g, "");
  const element = /^array<(.+)>$/.exec(text)?.[1];
  if (element !== undefined) return `array<${serviceType(element)}>`;
  const [, key, value] = /^map<(\w+),(.+)>$/.exec(text) ?? [];
  if (key !== undefined && value !== undefined) return `map<${serviceType(key)},${serviceType(value)}>`;
  return SERVICE_TYPES[text.replace(/\(.*/, "")] ?? type.toLowerCase();
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "bigint") return `${value}L`;
  if (typeof value === "number")
    return Number.isFinite(value) ? `${Object.is(value, -0) ? "-0.0" : value}D` : `double('${value}')`;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `array(${value.map(literal).join(", ")})`;
  if (typeof value !== "string") throw new TypeError(`A table can't hold a value of type ${typeof value}.`);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
