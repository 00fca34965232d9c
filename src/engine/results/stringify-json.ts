/**
 * JSON text with exact 64-bit integers; maps become objects.
 *
 * @param scalar - The text of a value that is no list, map or plain object. Default: as `JSON.stringify` writes it.
 */
export function stringifyJson(value: unknown, scalar: (value: unknown) => string = scalarJson): string {
  if (Array.isArray(value)) return `[${Array.from(value, (item) => stringifyJson(item, scalar)).join(",")}]`;
  if (typeof value !== "object" || value === null || "toJSON" in value || value instanceof Uint8Array)
    return scalar(value);
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  const members = entries
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${stringifyJson(item, scalar)}`);
  return `{${members.join(",")}}`;
}

/** The text of a value that is no list, map or plain object; null if it is missing. */
export function scalarJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0.0";
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value ?? null);
}
