import { SCALAR_TYPES, scalarType, type ScalarType } from "../../dialect/types/scalar-types.ts";
import { Fault } from "../errors/fault.ts";

/** How an engine writes types. */
export interface SqlTypes {
  readonly scalar: (type: ScalarType) => string;
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
  const scalar = scalarType(type);
  if (scalar?.schema === type) return types.scalar(scalar);
  const element = /^array<(.+)>$/.exec(type)?.[1];
  if (element !== undefined) return types.array(toSqlType(element, types, level + 1));
  const [, key, value] = /^map<(int|long|string),(.+)>$/.exec(type) ?? [];
  if (key !== undefined && value !== undefined)
    return types.map(toSqlType(key, types), toSqlType(value, types, level + 1));
  throw new Fault(
    "invalid",
    `The column type ${JSON.stringify(schemaType)} is not one of ${SCHEMA_TYPES}, array<type>, map<type,type>.`,
  );
}

/** Their names, each of which is also one of the type that stands for it. */
const SCHEMA_TYPES = SCALAR_TYPES.map(({ schema }) => schema)
  .filter((name, at, all) => scalarType(name)?.schema === name && all.indexOf(name) === at)
  .join(", ");

/** The schema type of a scalar type of Presto, Trino or Hive; null for one that has none. */
export function schemaTypeOf(name: string): string | null {
  const schema = scalarType(name)?.schema ?? "-";
  return schema === "-" ? null : schema;
}
