/** JSON text in which 64-bit integers keep all their digits. */
export function stringifyJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => stringifyJson(item)).join(",")}]`;
  if (value !== null && typeof value === "object" && !("toJSON" in value)) {
    const members = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => `${JSON.stringify(key)}:${stringifyJson(item)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
