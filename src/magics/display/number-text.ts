const MAX_DECIMALS = 6;

/** Formats `-12345.5` as `-12,345.5`. */
export function groupThousands(text: string): string {
  return text.replace(/\d+/, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

/** Seven digits of a fraction, and all digits in front of the point. */
export function shortNumber(value: number): string {
  return String(Number(Math.abs(value) < 1 ? value.toPrecision(7) : value.toFixed(MAX_DECIMALS)));
}

/** Decimals needed to show a number, at most six. */
export function countDecimals(value: number): number {
  if (Number.isInteger(value)) return 0;
  return value.toFixed(MAX_DECIMALS).replace(/0+$/, "").split(".")[1]?.length ?? 0;
}

/** `1000`, `12,000`. */
export const countText = (count: number): string =>
  count < 10_000 ? String(count) : groupThousands(String(count));

/** A number of things: `1 row`, `1000 rows`, `12,000 rows`. */
export const counted = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
