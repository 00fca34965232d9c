/**
 * A value as JSON, exact: BigInts as plain digits. NaN and infinities become null, which is all that JSON has for them; dates become ISO
 * texts in UTC.
 */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "null" : `"${value.toISOString()}"`;
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString("base64")}"`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as ArrayLike<unknown>, jsonText).join(",")}]`;
  }
  if (value instanceof Map) {
    return jsonText(
      Object.fromEntries([...value].map(([key, inner]: [unknown, unknown]) => [String(key), inner])),
    );
  }
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`)
      .join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
