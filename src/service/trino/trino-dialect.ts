import type { ClusterDialect } from "../cluster/cluster-dialect.ts";
import { toClusterType } from "../cluster/type-map.ts";
import { parseTypeName, type TypeName } from "./type-name.ts";

const CLUSTER_TYPES = {
  int: "integer",
  long: "bigint",
  float: "real",
  double: "double",
  string: "varchar",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp(3)",
  binary: "varbinary",
};
const SERVICE_TYPES: Readonly<Record<string, string>> = {
  tinyint: "int",
  smallint: "int",
  integer: "int",
  bigint: "long",
  real: "float",
  double: "double",
  varchar: "string",
  char: "string",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  "timestamp with time zone": "timestamp",
  varbinary: "binary",
};

/** SQL for Trino and Presto. A statement may have a million characters; long VALUES take long to plan. */
export const trinoDialect: ClusterDialect = {
  dialect: "presto",
  insertLength: 900_000,
  insertRows: 2000,
  quote: quoteTrino,
  clusterType: (type) =>
    toClusterType(
      type,
      CLUSTER_TYPES,
      (element) => `array(${element})`,
      (key, value) => `map(${key}, ${value})`,
    ),
  serviceType: (type) => serviceType(parseTypeName(type), type),
  literal,
  createSchema: (database) => `CREATE SCHEMA ${quoteTrino(database)}`,
  addColumn: (table, { name, type }) => `ALTER TABLE ${table} ADD COLUMN ${quoteTrino(name)} ${type}`,
  rename: (table, database, to) => `ALTER TABLE ${table} RENAME TO ${quoteTrino(database)}.${quoteTrino(to)}`,
};

function quoteTrino(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function serviceType({ name, inner }: TypeName, text: string): string {
  if (name === "array") return `array<${serviceType(inner[0] as TypeName, "")}>`;
  if (name === "map") return `map<${inner.map((part) => serviceType(part, part.name)).join(",")}>`;
  return SERVICE_TYPES[name] ?? (text === "" ? name : text.toLowerCase());
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  // Without a type, the least bigint would be read as a minus in front of a number that is too large.
  if (typeof value === "bigint") return value < 0n ? `BIGINT '${value}'` : String(value);
  if (typeof value === "number") return doubleLiteral(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

function doubleLiteral(value: number): string {
  if (Number.isNaN(value)) return "nan()";
  if (!Number.isFinite(value)) return value > 0 ? "infinity()" : "-infinity()";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /e/.test(text) ? text.toUpperCase() : `${text}E0`;
}
