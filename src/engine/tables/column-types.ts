import { storedTypeName } from "../../dialect/types/engine-type.ts";
import { SCALAR_TYPES } from "../../dialect/types/scalar-types.ts";
import { simple } from "../../dialect/types/type.ts";
import { toSqlType, type SqlTypes } from "../contract/schema-type.ts";

/** By the engine's type; those below the table's are of files and tables that others made, and no type of a dialect. */
const SERVICE_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    SCALAR_TYPES.filter(({ schema }) => schema !== "-").map(({ engine, schema }) => [engine, schema]),
  ),
  UTINYINT: "int",
  USMALLINT: "int",
  UINTEGER: "long",
  HUGEINT: "long",
  UBIGINT: "long",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
  TIMESTAMP_NS: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_S: "timestamp",
  [storedTypeName(simple("intervalYearMonth"))]: "interval year to month",
};

const TYPES: SqlTypes = {
  scalar: ({ engine }) => engine,
  array: (element) => `${element}[]`,
  map: (key, value) => `MAP(${key}, ${value})`,
};

/** DuckDB's type of a schema type. @throws Fault `invalid` for an unknown one. */
export const storedType = (schemaType: string): string => toSqlType(schemaType, TYPES);

/** The schema type of a DuckDB type; types without one are returned in lower case. */
export function serviceType(engine: string): string {
  const simple = SERVICE_TYPES[engine];
  if (simple !== undefined) return simple;
  if (engine.endsWith("[]")) return `array<${serviceType(engine.slice(0, -2))}>`;
  const map = /^MAP\(([A-Z]+), (.+)\)$/.exec(engine);
  if (map) return `map<${serviceType(map[1] as string)},${serviceType(map[2] as string)}>`;
  return engine.toLowerCase();
}
