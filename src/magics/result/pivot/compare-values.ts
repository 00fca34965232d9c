import { decimalOrder } from "../../../core/text/decimal-text.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Compares a column's values: numbers, numeric text (decimals) and dates by size, then other text by code units, missing values last.
 */
export function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  if (typeof left === "string" || typeof right === "string") {
    const [first, second] = [String(left), String(right)];
    const [one, other] = [NUMBER.test(first), NUMBER.test(second)];
    if (one !== other) return one ? -1 : 1;
    if (one && Number(first) !== Number(second)) return Number(first) - Number(second);
    // Doubles are equal for different long decimals.
    const [low, high] = one ? [decimalOrder(first), decimalOrder(second)] : [first, second];
    return low < high ? -1 : low > high ? 1 : 0;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparable(cell: unknown): string | number | bigint | null {
  const value = cell instanceof Date ? cell.getTime() : cell;
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  return objectText(value);
}

/** The text of a value other than text or a date, such as a list; NaN and infinities inside stay distinct from null. */
export function objectText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" || (typeof inner === "number" && !Number.isFinite(inner))
      ? String(inner)
      : inner,
  );
}
