import type { Column } from "../../../core/table/table.ts";
import { jsonText } from "../../../core/text/json-text.ts";
import { formatCells } from "../../display/table/format-cells.ts";
import { factorize } from "../../result/pivot/factorize.ts";
import { vegaText } from "../encode/vega-text.ts";
import { calendarOrder } from "./calendar-order.ts";

/** A column's values, and how they are read. */
export interface ColumnValues {
  /** Instants, numbers, or names. */
  readonly kind: "time" | "number" | "category";
  readonly values: Column;
  /** Time zone of instants; null for dates and timestamps without a zone, which are drawn as they are. */
  readonly zone: string | null;
}

/** The distinct values of a column, in ascending order (days and months as in the calendar), with a code per row. */
export interface Categories {
  /** Index in {@link labels}, per row. */
  readonly codes: Uint32Array;
  /** One per distinct value; always distinct, even for values with equal text (null and "null"). */
  readonly labels: readonly string[];
  /** Whether they are names of days or of months. */
  readonly isCalendar: boolean;
}

/** Labels are not truncated here: two long texts with the same beginning must stay distinct. */
const MAX_LABEL_LENGTH = 1000;

export function categoriesOf(facts: ColumnValues): Categories {
  const { values, codes } = factorize(facts.values);
  const places = calendarOrder(values);
  if (places === null) return { codes, labels: labelsOf(values, facts), isCalendar: false };
  const order = Array.from(places.keys()).sort((a, b) => (places[a] as number) - (places[b] as number));
  const ranks = new Map(order.map((code, rank) => [code, rank]));
  const ordered = order.map((code) => values[code]);
  return {
    codes: codes.map((code) => ranks.get(code) ?? 0),
    labels: labelsOf(ordered, facts),
    isCalendar: true,
  };
}

/** Groups `rows` by category code. */
export function rowsByCode({ codes, labels }: Categories, rows: Uint32Array): Uint32Array[] {
  const counts = new Uint32Array(labels.length);
  for (const row of rows) counts[codes[row] as number]! += 1;
  const groups = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(labels.length);
  for (const row of rows) {
    const code = codes[row] as number;
    groups[code]![filled[code]!++] = row;
  }
  return groups;
}

function labelsOf(values: readonly unknown[], { kind, zone }: ColumnValues): string[] {
  const dates = kind === "time" && values.some((value) => value instanceof Date);
  const texts = dates ? formatCells(values, zone === "UTC" ? null : zone).texts : values.map(plainLabel);
  const usedTexts = new Set<string>();
  return texts.map((text) => vegaText(distinctText(text, usedTexts, (n) => ` (${n})`)));
}

/** A text, with a number if it is taken; takes it. */
export function distinctText(text: string, usedTexts: Set<string>, suffix: (n: number) => string): string {
  let own = text;
  for (let n = 2; usedTexts.has(own); n += 1) own = text + suffix(n);
  usedTexts.add(own);
  return own;
}

function plainLabel(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "null") return '"null"';
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : jsonText(value);
  return text.slice(0, MAX_LABEL_LENGTH);
}
