/** JSON of a value as tables keep it: BigInt as digits, dates as ISO text, NaN and infinities as null. */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined || typeof value === "function" || typeof value === "symbol")
    return "null";
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "null" : JSON.stringify(value);
  if (ArrayBuffer.isView(value))
    return `[${Array.from(value as unknown as Iterable<unknown>, jsonText).join(",")}]`;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  return `{${entries.map(([key, item]) => `${JSON.stringify(String(key))}:${jsonText(item)}`).join(",")}}`;
}
