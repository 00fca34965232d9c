import { Fault } from "../../errors/fault.ts";

/** Schema types of the service and DuckDB's names of them. */
const ENGINE_TYPES: Readonly<Record<string, string>> = {
  int: "INTEGER",
  long: "BIGINT",
  float: "FLOAT",
  double: "DOUBLE",
  string: "VARCHAR",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  binary: "BLOB",
};

const SERVICE_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENGINE_TYPES).map(([service, engine]) => [engine, service])),
  TINYINT: "int",
  SMALLINT: "int",
  UTINYINT: "int",
  USMALLINT: "int",
  UINTEGER: "long",
  HUGEINT: "long",
  UBIGINT: "long",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
  TIMESTAMP_NS: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_S: "timestamp",
};

/** Levels of a type, as of a record's values; the engine reads a few thousand. */
const MAX_LEVELS = 100;

/** DuckDB's type of a schema type such as `long` or `array<string>`. @throws Fault `invalid` for an unknown one. */
export function engineType(serviceType: string, level = 0): string {
  if (level > MAX_LEVELS)
    throw new Fault("invalid", `A column type is nested more than ${MAX_LEVELS} levels deep.`);
  const type = serviceType.trim().toLowerCase();
  const simple = ENGINE_TYPES[type];
  if (simple !== undefined) return simple;
  const array = /^array<(.+)>$/.exec(type);
  if (array) return `${engineType(array[1] as string, level + 1)}[]`;
  const map = /^map<(int|long|string),(.+)>$/.exec(type);
  if (map) return `MAP(${engineType(map[1] as string)}, ${engineType(map[2] as string, level + 1)})`;
  const known = Object.keys(ENGINE_TYPES).join(", ");
  throw new Fault(
    "invalid",
    `The column type ${JSON.stringify(serviceType)} is not one of ${known}, array<type>, map<type,type>.`,
  );
}

/** The schema type of a DuckDB type; types without one are returned in lower case. */
export function serviceType(engine: string): string {
  const simple = SERVICE_TYPES[engine];
  if (simple !== undefined) return simple;
  if (engine.endsWith("[]")) return `array<${serviceType(engine.slice(0, -2))}>`;
  const map = /^MAP\(([A-Z]+), (.+)\)$/.exec(engine);
  if (map) return `map<${serviceType(map[1] as string)},${serviceType(map[2] as string)}>`;
  if (engine.startsWith("VARCHAR")) return "string";
  return engine.toLowerCase();
}
