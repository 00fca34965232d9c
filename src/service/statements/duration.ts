const UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration in the syntax of session properties, such as `30s` or `5.5m`; null if invalid. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|ms|s|m|h|d)\s*$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? null : Number(amount) * UNITS_MS[unit]!;
}
