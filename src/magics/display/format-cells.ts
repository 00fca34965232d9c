import { datePrecision, formatDate } from "./format-date.ts";

/** The texts of one column's cells. */
export interface FormattedCells {
  readonly texts: readonly string[];
  /** Numbers are aligned to the right. */
  readonly numeric: boolean;
  /** Dates are not broken into lines. */
  readonly dates: boolean;
  /** Per cell: is there no value? Such cells are set apart from a text that reads the same. */
  readonly missing: readonly boolean[];
}

/** Longer texts are cut. */
const LONGEST_TEXT = 100;
const MOST_DECIMALS = 6;

/**
 * Formats the shown cells of a column, by what they hold: numbers with the same number of decimals (at most 6), dates in the column's
 * zone to the precision that they need, texts on one line, lists and objects as JSON. Null is `null`, NaN is `NaN`.
 */
export function formatCells(values: readonly unknown[], zone: string | null): FormattedCells {
  const missing = values.map((value) => value === null || value === undefined);
  const present = values.filter((value) => value !== null && value !== undefined);
  const numeric =
    present.length > 0 && present.every((value) => typeof value === "number" || typeof value === "bigint");
  const format = numeric ? numberFormat(present) : otherFormat(present, zone);
  return {
    texts: values.map((value, at) => (missing[at] ? "null" : format(value))),
    numeric,
    dates: present.some((value) => value instanceof Date),
    missing,
  };
}

function numberFormat(values: readonly unknown[]): (value: unknown) => string {
  const finite = values.filter(
    (value): value is number => typeof value === "number" && Number.isFinite(value),
  );
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const smallest = finite.reduce(
    (least, value) => (value === 0 ? least : Math.min(least, Math.abs(value))),
    Infinity,
  );
  const fraction = finite.some((value) => !Number.isInteger(value));
  if (fraction && (largest >= 1e15 || smallest < 1e-4)) {
    return (value) =>
      typeof value === "number" && !Number.isInteger(value) ? shortNumber(value) : String(value);
  }
  const decimals = Math.max(0, ...finite.map(countDecimals));
  return (value) =>
    typeof value === "number" && Number.isFinite(value) && fraction ? value.toFixed(decimals) : String(value);
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(7)));
}

function countDecimals(value: number): number {
  return value.toFixed(MOST_DECIMALS).replace(/0+$/, "").split(".")[1]?.length ?? 0;
}

function otherFormat(values: readonly unknown[], zone: string | null): (value: unknown) => string {
  const precision = datePrecision(
    values.filter((value) => value instanceof Date),
    zone,
  );
  return (value) => {
    if (value instanceof Date) return formatDate(value, zone, precision);
    return cutText(oneLine(typeof value === "string" ? value : asJson(value)));
  };
}

function asJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    const text = JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "bigint" ? inner.toString() : inner,
    );
    return text ?? typeof value;
  } catch {
    // A structure that refers to itself.
    return Object.prototype.toString.call(value);
  }
}

/** Line breaks, tabs and other control characters as escapes. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    const known: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    return known[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function cutText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const cut = text.slice(0, LONGEST_TEXT - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
