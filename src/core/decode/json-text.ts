import type { ServiceType } from "../wire/service-type.ts";

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

/** The named fields of a row, map or object, each with its type if known; null for lists. */
export function fieldsOf(
  value: object,
  type?: ServiceType,
): [string, unknown, ServiceType | undefined][] | null {
  const { inner = [], fieldNames = [], name = "" } = type ?? {};
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    const items = Array.from(value as ArrayLike<unknown>);
    const named = fieldNames.length === items.length && new Set(fieldNames).size === items.length;
    if (!named || items.length === 0 || fieldNames.includes("")) return null;
    return items.map((item, at) => [fieldNames[at] ?? "", item, inner[at]]);
  }
  const entries = value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
  return entries.map(([key, item]) => {
    const inside = name === "map" ? inner[1] : inner[fieldNames.indexOf(String(key))];
    return [String(key), item, inside];
  });
}
