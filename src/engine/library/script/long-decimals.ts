import { script, type ScriptFunction } from "./script-function.ts";

const MAX = 10n ** 38n;

const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);

/** `n / d` rounded half up; null for more than 38 digits. */
function rounded(n: bigint, d: bigint): string | null {
  const whole = (2n * magnitude(n) + magnitude(d)) / (2n * magnitude(d));
  if (whole >= MAX) return null;
  return String(n < 0n === d < 0n ? whole : -whole);
}

/**
 * The product of unscaled decimals without its last `dropped` fraction digits.
 * In Hive it is null if the exact product has more than 38 digits without trailing zeros.
 */
function product(a: string, b: string, dropped: bigint): string | null {
  const exact = BigInt(a) * BigInt(b);
  let digits = exact;
  while (digits !== 0n && digits % 10n === 0n) digits /= 10n;
  if (magnitude(digits) >= MAX) return null;
  return rounded(exact, 10n ** dropped);
}

/** A sum of which `high` counts 10^18. */
const total = (high: string, low: string): string => String(BigInt(high) * 10n ** 18n + BigInt(low));

/**
 * The quotient of decimals by their digits, whose points do not count, with `more` digits, of which the last `scale` are behind its point; null
 * past 38.
 */
function quotient(a: string, b: string, more: number, scale: number): string | null {
  const divisor = BigInt(b.replace(".", ""));
  if (divisor === 0n) return null;
  const digits = rounded(BigInt(a.replace(".", "")) * 10n ** BigInt(more), divisor);
  if (digits === null || scale === 0) return digits;
  const [sign, whole] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  return `${sign}${whole.slice(0, -scale)}.${whole.slice(-scale).padStart(scale, "0")}`;
}

/** The remainder of unscaled decimals, of which the first has `more` fraction digits than the second. */
function remainder(a: string, b: string, more: bigint): string | null {
  const [x, y] = [BigInt(a), BigInt(b)];
  if (y === 0n) return null;
  return String(more < 0n ? (x * 10n ** -more) % y : x % (y * 10n ** more));
}

export const LONG_DECIMAL_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_decimal_total: script("(text, text) -> text", total),
  svc_decimal_product: script("(text, text, long) -> text", product),
  svc_decimal_remainder: script("(text, text, long) -> text", remainder),
  svc_decimal_quotient: script("(text, text, integer, integer) -> text", quotient),
};
