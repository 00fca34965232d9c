/** The `time` of a record in unix seconds, where it is a whole number, also as digits; null where it is none. */
export function recordTime(value: unknown): number | null {
  if (typeof value === "number" && Number.isSafeInteger(Math.floor(value))) return Math.floor(value);
  if (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  return null;
}
