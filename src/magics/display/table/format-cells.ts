import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { fieldsOf, hexText } from "../../../core/decode/json-text.ts";
import { oneLine } from "../../../core/text/visible-text.ts";
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
 * zone to the precision that they need, texts on one line, binary values in hexadecimal, lists as `[1, 2]`, rows and maps as
 * `{id: 1, name: "a"}`. Null is `null`, NaN is `NaN`.
 *
 * @param serviceType - Tells decimals from other texts, and the names of a row's fields.
 */
export function formatCells(
  values: readonly unknown[],
  zone: string | null,
  serviceType?: string,
): FormattedCells {
  const type = serviceType === undefined ? undefined : parseServiceType(serviceType);
  const missing = values.map((value) => value === null || value === undefined);
  const present = values.filter((value) => value !== null && value !== undefined);
  const numeric =
    present.length > 0 && present.every((value) => typeof value === "number" || typeof value === "bigint");
  const format = numeric ? numberFormat(present) : otherFormat(present, zone, type);
  return {
    texts: values.map((value, at) => (missing[at] ? "null" : format(value))),
    numeric: numeric || isDecimal(type),
    dates: present.some((value) => value instanceof Date),
    missing,
  };
}

/** Decimals are kept as texts, which are exact. */
function isDecimal(type: ServiceType | undefined): boolean {
  return type?.name === "decimal" || type?.name === "numeric";
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

function otherFormat(
  values: readonly unknown[],
  zone: string | null,
  type: ServiceType | undefined,
): (value: unknown) => string {
  const precision = datePrecision(
    values.filter((value) => value instanceof Date),
    zone,
  );
  return (value) => {
    if (value instanceof Date) return formatDate(value, zone, precision);
    return cutText(oneLine(typeof value === "string" ? value : nestedText(value, type)));
  };
}

/** Parts of a list or an object past these are not looked at: its text is cut long before. */
const MOST_PARTS = LONGEST_TEXT;
const DEEPEST = 20;

function nestedText(value: unknown, type: ServiceType | undefined, depth = 0): string {
  if (typeof value !== "object" || value === null || value instanceof Date) return String(value);
  if (value instanceof Uint8Array) return hexText(value.subarray(0, LONGEST_TEXT));
  // Also a structure that holds itself.
  if (depth === DEEPEST) return "…";
  const inside = (part: unknown, partType: ServiceType | undefined): string =>
    typeof part === "string"
      ? JSON.stringify(part.slice(0, LONGEST_TEXT))
      : nestedText(part, partType, depth + 1);
  const fields = fieldsOf(value, type);
  if (fields === null) {
    const items = Array.from((value as readonly unknown[]).slice(0, MOST_PARTS));
    return `[${items.map((item, at) => inside(item, type?.name === "row" ? type.inner[at] : type?.inner[0])).join(", ")}]`;
  }
  const shown = fields.slice(0, MOST_PARTS).map(([key, part, partType]) => {
    const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
    return `${name}: ${inside(part, partType)}`;
  });
  return `{${shown.join(", ")}}`;
}

function cutText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const cut = text.slice(0, LONGEST_TEXT - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
