import type { ServiceType } from "../../core/wire/service-type.ts";

/** Turns a value of the wire's JSON into the value of its type; null stays null. */
export type ReadValue = (value: unknown) => unknown;

const WHOLE = new Set(["bigint", "integer", "smallint", "tinyint"]);
const FLOATING = new Set(["double", "real"]);
/** Types whose values are bytes, base64 on the wire. */
const BYTES = new Set([
  "varbinary",
  "hyperloglog",
  "p4hyperloglog",
  "qdigest",
  "tdigest",
  "setdigest",
  "geometry",
  "bingtile",
  "sphericalgeography",
]);

/** The reader of a type. Whole numbers are exact: a bigint where a number can't hold it. Rows are arrays of their fields. */
export function valueReader(type: ServiceType): ReadValue {
  const reader = readerOf(type);
  return (value) => (value === null || value === undefined ? null : reader(value));
}

function readerOf({ name, inner }: ServiceType): ReadValue {
  if (WHOLE.has(name)) return (value) => (typeof value === "string" ? BigInt(value) : value);
  if (FLOATING.has(name)) return (value) => floatOf(value as string | number);
  if (BYTES.has(name)) return (value) => (typeof value === "string" ? Buffer.from(value, "base64") : value);
  const readers = inner.map(valueReader);
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

/** NaN and the infinities are texts on the wire; so is a whole number of more than 15 digits after `parseExactJson`. */
export function floatOf(value: number | string): number {
  return typeof value === "number" ? value : Number(value);
}
