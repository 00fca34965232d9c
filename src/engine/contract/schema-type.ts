import { Fault } from "../errors/fault.ts";

export interface SqlTypes {
  /** Simple schema types with the engine's name of each. */
  readonly names: Readonly<Record<string, string>>;
  readonly array: (element: string) => string;
  readonly map: (key: string, value: string) => string;
}

/** Levels of a type, as of a record's values; engines read a few thousand. */
const MAX_LEVELS = 100;

/** The engine's type of a schema type such as `long` or `array<string>`. @throws Fault `invalid` for an unknown one. */
export function toSqlType(schemaType: string, types: SqlTypes, level = 0): string {
  if (level > MAX_LEVELS)
    throw new Fault("invalid", `A column type is nested more than ${MAX_LEVELS} levels deep.`);
  const type = schemaType.trim().toLowerCase();
  const simple = types.names[type];
  if (simple !== undefined) return simple;
  const element = /^array<(.+)>$/.exec(type)?.[1];
  if (element !== undefined) return types.array(toSqlType(element, types, level + 1));
  const [, key, value] = /^map<(int|long|string),(.+)>$/.exec(type) ?? [];
  if (key !== undefined && value !== undefined)
    return types.map(toSqlType(key, types), toSqlType(value, types, level + 1));
  const known = Object.keys(types.names).join(", ");
  throw new Fault(
    "invalid",
    `The column type ${JSON.stringify(schemaType)} is not one of ${known}, array<type>, map<type,type>.`,
  );
}

/** Schema types by the names of Presto's, Trino's and Hive's simple types. */
export const SCHEMA_TYPES: Readonly<Record<string, string>> = {
  tinyint: "int",
  smallint: "int",
  int: "int",
  integer: "int",
  bigint: "long",
  real: "float",
  float: "float",
  double: "double",
  string: "string",
  varchar: "string",
  char: "string",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  timestamp_ntz: "timestamp",
  "timestamp with time zone": "timestamp",
  binary: "binary",
  varbinary: "binary",
};
