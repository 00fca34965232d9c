/** The `time` of a record in unix seconds: a number, rounded down, or digits; null otherwise. */
export function recordTime(value: unknown): number | null {
  if (typeof value === "number" && Number.isSafeInteger(Math.floor(value))) return Math.floor(value);
  if (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  return null;
}
