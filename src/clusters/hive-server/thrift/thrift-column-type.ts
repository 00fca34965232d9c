import { SCALAR_TYPES } from "../../../dialect/types/scalar-types.ts";
import type { ThriftColumnDesc } from "./thrift-types.ts";

/** Type names by `TTypeId`: nested types, and those that are others with a limit or a zone. */
const OTHERS = {
  10: "array",
  11: "map",
  12: "struct",
  13: "uniontype",
  18: "varchar",
  22: "timestamp with local time zone",
};

const NAMES: Readonly<Record<string, string>> = {
  ...OTHERS,
  ...Object.fromEntries(
    SCALAR_TYPES.filter(({ thrift }) => thrift !== "-").map(({ thrift, hive }) => [thrift, hive]),
  ),
};

/** Hive's name of a column's type. The protocol omits the element types of arrays, maps and structs. */
export function thriftColumnType({ typeDesc }: ThriftColumnDesc): string {
  const entry = typeDesc.types[0]?.primitiveEntry;
  const name = NAMES[entry?.type ?? -1] ?? "string";
  const qualifiers = entry?.typeQualifiers?.qualifiers ?? {};
  const number = (key: string): number | null => qualifiers[key]?.i32Value ?? null;
  if (name === "decimal") {
    const precision = number("precision");
    return precision === null ? name : `decimal(${precision},${number("scale") ?? 0})`;
  }
  const length = number("characterMaximumLength");
  return (name === "varchar" || name === "char") && length !== null ? `${name}(${length})` : name;
}

/** Whether values of the type are sent as JSON text. */
export function isNested(type: string): boolean {
  return type === "array" || type === "map" || type === "struct" || type === "uniontype";
}
