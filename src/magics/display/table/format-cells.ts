import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { fieldsOf, hexText } from "../../../core/decode/json-text.ts";
import { oneLine, visibleText } from "../../../core/text/visible-text.ts";
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
  /** What a cell shows when it is opened, on several lines; null where its text is whole. */
  readonly opened: (row: number) => string | null;
}

/** Longer texts are cut. */
const LONGEST_TEXT = 100;
/** Longer texts are cut in opened cells, too. */
const LONGEST_OPENED = 4000;
const MOST_DECIMALS = 6;

/**
 * Formats the shown cells of a column, by what they hold: numbers with the same number of decimals (at most 6), dates in the column's
 * zone to the precision that they need, texts on one line, binary values in hexadecimal, lists as `[1, 2]`, rows and maps as
 * `{id: 1, name: "a"}`. Null is `null`, NaN is `NaN`.
 *
 * @param serviceType - Tells decimals from other texts, and the names of a row's fields.
 * @param grouped - Are numbers written as `12,345`?
 */
export function formatCells(
  values: readonly unknown[],
  zone: string | null,
  serviceType?: string,
  grouped = false,
): FormattedCells {
  const type = serviceType === undefined ? undefined : parseServiceType(serviceType);
  const missing = values.map((value) => value === null || value === undefined);
  const present = values.filter((value) => value !== null && value !== undefined);
  const numbers =
    present.length > 0 && present.every((value) => typeof value === "number" || typeof value === "bigint");
  // Decimals are kept as texts, which are exact.
  const numeric = numbers || type?.name === "decimal" || type?.name === "numeric";
  const format = numbers ? numberFormat(present) : otherFormat(present, zone, type);
  const whole = values.map((value, at) => (missing[at] ? "null" : format(value)));
  return {
    texts: whole.map((text) => (numeric && grouped ? groupThousands(text) : cutText(text, LONGEST_TEXT))),
    numeric,
    dates: present.some((value) => value instanceof Date),
    missing,
    opened: (row) =>
      (whole[row] ?? "").length > LONGEST_TEXT
        ? cutText(openedText(values[row], type), LONGEST_OPENED)
        : null,
  };
}

/** `-12345.5` as `-12,345.5`. */
export function groupThousands(text: string): string {
  return text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ","));
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

/** The whole text on one line, up to where it is cut. */
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
    if (typeof value === "number" && !Number.isInteger(value)) return shortNumber(value);
    return oneLine(typeof value === "string" ? value.slice(0, 2 * LONGEST_TEXT) : nestedText(value, type));
  };
}

/** Numbers of more digits are not exact after JSON has been read. */
const LONG_NUMBER = /\d{16}/;

function openedText(value: unknown, type: ServiceType | undefined): string {
  if (typeof value !== "string") return visibleText(nestedText(value, type, OPENED));
  if (type?.name === "json" && value.length <= LONGEST_OPENED && !LONG_NUMBER.test(value)) {
    try {
      return visibleText(JSON.stringify(JSON.parse(value), null, 2));
    } catch {
      // Shown as it is.
    }
  }
  return visibleText(value.slice(0, 2 * LONGEST_OPENED));
}

/** How nested values are written. */
interface NestedForm {
  /** Lists and rows whose text is longer are written on several lines. */
  readonly width: number;
  readonly longestText: number;
  /** Parts of a list or a row past these are not formatted. */
  readonly mostParts: number;
}

const ONE_LINE: NestedForm = { width: Infinity, longestText: LONGEST_TEXT, mostParts: LONGEST_TEXT };
const OPENED: NestedForm = { width: 60, longestText: 1000, mostParts: 500 };
const DEEPEST = 20;

function nestedText(
  value: unknown,
  type: ServiceType | undefined,
  form: NestedForm = ONE_LINE,
  depth = 0,
): string {
  if (typeof value !== "object" || value === null || value instanceof Date) return String(value);
  if (value instanceof Uint8Array) return hexText(value.subarray(0, form.longestText));
  // Also a structure that holds itself.
  if (depth === DEEPEST) return "…";
  const inside = (part: unknown, partType: ServiceType | undefined): string =>
    typeof part === "string"
      ? JSON.stringify(cutText(part, form.longestText))
      : nestedText(part, partType, form, depth + 1);
  const fields = fieldsOf(value, type);
  const items = fields ?? (value as readonly unknown[]);
  const parts =
    fields?.slice(0, form.mostParts).map(([key, part, partType]) => {
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
      return `${name}: ${inside(part, partType)}`;
    }) ??
    Array.from((value as readonly unknown[]).slice(0, form.mostParts), (part, at) =>
      inside(part, type?.name === "row" ? type.inner[at] : type?.inner[0]),
    );
  if (parts.length < items.length) parts.push("…");
  const [open, close] = fields === null ? ["[", "]"] : ["{", "}"];
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length <= form.width && !line.includes("\n")) return line;
  const indent = "  ".repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`;
}

function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
