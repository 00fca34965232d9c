/** The digits of a number without an exponent: `0.0000001`, where JavaScript writes `1e-7`. */
function plainDigits(value: number): string {
  const text = String(value);
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text) ?? [];
  if (exponent === "") return text;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, "0");
  return sign + padded.slice(0, point) + (padded.length > point ? `.${padded.slice(point)}` : "");
}

/**
 * A decimal as the service writes it, with all digits of its scale: `12.50`. A text is that already.
 *
 * @param scale - Digits behind the point: 2 of `decimal(10,2)`.
 */
export function decimalText(value: unknown, scale = 0): string {
  const text = typeof value === "number" ? plainDigits(value) : String(value);
  const [, whole, fraction = ""] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length >= scale) return text;
  return `${whole}.${fraction.padEnd(scale, "0")}`;
}

/** Digits of the integers that {@link decimalOrder} makes. */
const MAX_SCALE = 38;

/** A decimal as an integer, with room for the digits of any scale; other values as numbers. */
export function decimalOrder(value: unknown): bigint | number {
  const [, digits, part = ""] = /^(-?\d+)(?:\.(\d{0,38}))?$/.exec(decimalText(value)) ?? [];
  return digits === undefined ? Number(value) * 1e38 : BigInt(digits + part.padEnd(MAX_SCALE, "0"));
}
