/** Last words of names of numbers that are not amounts: keys, codes, years, times. */
const KEYS = new Set(
  "id ids key pk fk code no nr num number year month week day hour date time ts timestamp at epoch zip postcode phone port pid version hash".split(
    " ",
  ),
);

const JAPANESE_KEYS = /(?:番号|コード|年|月|日|時)$/;

/** Dates as digits: 20240131, 202401. */
const DATE_DIGITS = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?$/;

/**
 * Whether a column's numbers are amounts, to be written with thousands separators (`12,345`). Not if its name ends with a word
 * for keys or times (`order_id`, `zipCode`, `year`), or if all numbers have at most four digits, or are dates.
 */
export function isGrouped(name: string, values: readonly unknown[]): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  if (KEYS.has(words.filter((word) => word !== "").at(-1) ?? "") || JAPANESE_KEYS.test(name)) return false;
  const present = values.filter((value) => /^(?:number|bigint|string)$/.test(typeof value));
  return (
    present.some((value) => Math.abs(Number(value)) >= 10_000) &&
    !present.every((value) => DATE_DIGITS.test(String(value)))
  );
}
