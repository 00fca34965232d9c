import { decimalText } from "../../../core/text/decimal-text.ts";
import { columnKind, parseServiceType, scaleOf, type ServiceType } from "../../../core/wire/service-type.ts";
import { fieldsOf, hexText } from "../../../core/text/json-text.ts";
import { oneLine, visibleText } from "../../../core/text/visible-text.ts";
import { groupThousands, shortNumber } from "../number-text.ts";
import { numberText, PLAIN_SHAPE, widenShape } from "./column-shape.ts";
import { datePrecision, formatDate } from "./format-date.ts";

export interface FormattedCells {
  readonly texts: readonly string[];
  /** Numbers are right-aligned. */
  readonly numeric: boolean;
  /** Dates are not wrapped. */
  readonly dates: boolean;
  /** Per cell: whether it has no value. Such cells are styled differently from equal text. */
  readonly missing: readonly boolean[];
  /** The multi-line text of an expanded cell; null if its text is complete. */
  readonly opened: (row: number) => string | null;
}

/** Longer texts are truncated. */
const MAX_TEXT_LENGTH = 100;
/** Longer texts are truncated even in expanded cells. */
const MAX_OPENED_LENGTH = 4000;

/**
 * Formats a column's displayed cells: numbers with equal decimals (at most 6), dates in the column's zone with the precision they
 * need, texts on one line, binary in hexadecimal, lists as `[1, 2]`, rows and maps as `{id: 1, name: "a"}`. Null is `null`, NaN is
 * `NaN`.
 *
 * @param serviceType - Identifies decimals, and the field names of rows.
 * @param grouped - Whether numbers are written as `12,345`.
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
  const decimal = type !== undefined && columnKind(type) === "decimal";
  const numeric = numbers || decimal;
  const shape = widenShape(PLAIN_SHAPE, present, zone);
  const format = decimal
    ? (value: unknown) => decimalText(value, scaleOf(type))
    : numbers
      ? (value: unknown) => numberText(value, shape)
      : (value: unknown) =>
          value instanceof Date ? formatDate(value, zone, shape.precision) : otherText(value, type);
  const whole = values.map((value, at) => (missing[at] ? "null" : format(value)));
  return {
    texts: whole.map((text) => (numeric && grouped ? groupThousands(text) : cutText(text, MAX_TEXT_LENGTH))),
    numeric,
    dates: present.some((value) => value instanceof Date),
    missing,
    opened: (row) =>
      (whole[row] ?? "").length > MAX_TEXT_LENGTH
        ? cutText(openedText(values[row], type), MAX_OPENED_LENGTH)
        : null,
  };
}

/** One line of text, before truncation. */
function otherText(value: unknown, type: ServiceType | undefined): string {
  if (typeof value === "number") return shortNumber(value);
  return oneLine(typeof value === "string" ? value.slice(0, 2 * MAX_TEXT_LENGTH) : nestedText(value, type));
}

/** A value that is no text as {@link formatCells} writes it in one line, but in full length; dates as UTC with the precision they need. */
export const fullText = (value: unknown, type: ServiceType | undefined): string =>
  typeof value === "number" ? shortNumber(value) : nestedText(value, type, WHOLE);

/** Numbers with more digits are not exact after parsing JSON. */
const LONG_NUMBER = /\d{16}/;

function openedText(value: unknown, type: ServiceType | undefined): string {
  if (typeof value !== "string") return visibleText(nestedText(value, type, OPENED));
  if (type?.name === "json" && value.length <= MAX_OPENED_LENGTH && !LONG_NUMBER.test(value)) {
    try {
      return visibleText(JSON.stringify(JSON.parse(value), null, 2));
    } catch {
      // Not valid JSON: shown as text.
    }
  }
  return visibleText(value.slice(0, 2 * MAX_OPENED_LENGTH));
}

/** How to format nested values. */
interface NestedForm {
  /** Lists and rows with longer text are split into lines. */
  readonly width: number;
  readonly longestText: number;
  /** Further parts of a list or row are not formatted. */
  readonly mostParts: number;
}

const ONE_LINE: NestedForm = { width: Infinity, longestText: MAX_TEXT_LENGTH, mostParts: MAX_TEXT_LENGTH };
const WHOLE: NestedForm = { width: Infinity, longestText: Infinity, mostParts: Infinity };
const OPENED: NestedForm = { width: 60, longestText: 1000, mostParts: 500 };
const DEEPEST = 20;

function nestedText(
  value: unknown,
  type: ServiceType | undefined,
  form: NestedForm = ONE_LINE,
  depth = 0,
): string {
  if (value instanceof Date) return formatDate(value, null, datePrecision([value], null));
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Uint8Array) return hexText(value.subarray(0, form.longestText));
  // Also ends circular structures.
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
