import type { ServiceType } from "../wire/service-type.ts";
import { rowNames } from "../decode/nested-values.ts";

/**
 * A value as exact JSON: BigInts as plain digits, binary as hexadecimal text, dates as ISO text in UTC, maps as objects. NaN and
 * infinities become null, as JSON has no form for them.
 *
 * @param type - If it names the fields of rows, rows become objects.
 */
export function jsonText(value: unknown, type?: ServiceType): string {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "number":
      return Number.isFinite(value) ? (Object.is(value, -0) ? "-0.0" : String(value)) : "null";
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "object":
      return value === null ? "null" : objectText(value, type);
    default:
      return "null";
  }
}

function objectText(value: object, type: ServiceType | undefined): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "null" : `"${value.toISOString()}"`;
  if (value instanceof Uint8Array) return `"${hexText(value)}"`;
  const fields = fieldsOf(value, type);
  if (fields !== null)
    return `{${fields.map(([key, item, inner]) => `${JSON.stringify(key)}:${jsonText(item, inner)}`).join(",")}}`;
  const items = Array.from(value as Iterable<unknown>, (item, at) =>
    jsonText(item, type?.inner[at] ?? type?.inner[0]),
  );
  return `[${items.join(",")}]`;
}

export function hexText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** The fields of a row, map or object, each with its type if known, rows in the order of their type; null for lists. */
export function fieldsOf(
  value: object,
  type?: ServiceType,
): [string, unknown, ServiceType | undefined][] | null {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return null;
  const { inner = [], fieldNames = [], name = "" } = type ?? {};
  // Objects have keys such as "1" first.
  const isRow =
    fieldNames.length === Object.keys(value).length &&
    rowNames(type)?.every((field) => Object.hasOwn(value, field));
  if (isRow)
    return fieldNames.map((field, at) => [field, (value as Record<string, unknown>)[field], inner[at]]);
  const entries = value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
  return entries.map(([key, item]) => [
    String(key),
    item,
    name === "map" ? inner[1] : inner[fieldNames.indexOf(String(key))],
  ]);
}
