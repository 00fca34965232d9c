import { decimalOrder } from "../text/decimal-order.ts";

export const isDecimal = (type = ""): boolean => /^(?:decimal|numeric)\b/i.test(type);

/** Digits behind the point: 2 of `decimal(10,2)`. */
export const scaleOf = (type = ""): number => Number(/,\s*(\d+)/.exec(type)?.[1] ?? 0);

/** The sort key of a type whose values are texts in another order than theirs: decimals and intervals. Null for other types. */
export function orderOf(type = ""): ((value: unknown) => number | bigint) | null {
  if (isDecimal(type)) return decimalOrder;
  return /^interval\b/i.test(type) ? (value) => intervalOf(String(value)) : null;
}

/** Months of `1-2`, milliseconds of `-3 04:05:06.789`. */
function intervalOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [first = 0, ...rest] = text.replace(/^-/, "").split(/[-: ]/).map(Number);
  if (rest.length === 1) return sign * (12 * first + (rest[0] ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = rest;
  return sign * Math.round(1000 * (((24 * first + hours) * 60 + minutes) * 60 + seconds));
}
