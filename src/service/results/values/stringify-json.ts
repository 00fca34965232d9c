/** JSON text with exact 64-bit integers; maps become objects. */
export function stringifyJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => stringifyJson(item)).join(",")}]`;
  if (value !== null && typeof value === "object" && !("toJSON" in value)) {
    const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
    const members = entries
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => `${JSON.stringify(key)}:${stringifyJson(item)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
