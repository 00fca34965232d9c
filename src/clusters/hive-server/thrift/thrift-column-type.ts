import type { ThriftColumnDesc } from "./thrift-types.ts";

/** Type names by `TTypeId`. */
const NAMES = [
  "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "string", "timestamp", "binary", "array", "map", "struct",
  "uniontype", "string", "decimal", "void", "date", "varchar", "char", "interval_year_month", "interval_day_time",
  "timestamp with local time zone",
]; // prettier-ignore

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
