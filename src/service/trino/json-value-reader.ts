import { columnKind, type ServiceType } from "../../core/wire/service-type.ts";

/** Converts a JSON value of the protocol to a value of its type; null stays null. */
export type ReadValue = (value: unknown) => unknown;

/** Types with base64 values. */
const BYTES = new Set(
  "varbinary hyperloglog p4hyperloglog qdigest tdigest setdigest geometry bingtile sphericalgeography".split(
    " ",
  ),
);

/** Returns the reader of a type. Integers are exact: bigint beyond the safe range. Rows are arrays of their fields. */
export function jsonValueReader(type: ServiceType): ReadValue {
  const reader = readerOf(type);
  return (value) => (value === null || value === undefined ? null : reader(value));
}

function readerOf(type: ServiceType): ReadValue {
  const { name, inner } = type;
  const kind = columnKind(type);
  if (kind === "integer") return (value) => (typeof value === "string" ? BigInt(value) : value);
  if (kind === "float") return (value) => floatOf(value as string | number);
  if (BYTES.has(name)) return (value) => (typeof value === "string" ? Buffer.from(value, "base64") : value);
  const readers = inner.map(jsonValueReader);
  if (name === "array") {
    const read = readers[0] as ReadValue;
    return (value) => (value as unknown[]).map(read);
  }
  if (name === "map") {
    const read = readers[1] as ReadValue;
    return (value) =>
      new Map(Object.entries(value as object).map(([key, item]): [string, unknown] => [key, read(item)]));
  }
  if (name === "row")
    return (value) => (value as unknown[]).map((item, i) => (readers[i] as ReadValue)(item));
  return (value) => (typeof value === "object" ? JSON.stringify(value) : value);
}

/** NaN and the infinities are strings; so are integers of more than 15 digits after `parseExactJson`. */
export function floatOf(value: number | string): number {
  return typeof value === "number" ? value : Number(value);
}
