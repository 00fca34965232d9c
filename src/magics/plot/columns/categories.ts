import { jsonText } from "../../../core/text/json-text.ts";
import { formatCells } from "../../display/table/format-cells.ts";
import { factorize } from "../../result/pivot/factorize.ts";
import { vegaText } from "../encode/vega-text.ts";
import { calendarOrder } from "./calendar-order.ts";
import { allRows, type ChartColumn } from "./chart-column.ts";

/** The distinct values of a column, in ascending order (days and months as in the calendar), with a code per row. */
export interface Categories {
  readonly column: ChartColumn;
  /** Index in {@link labels}, per row. */
  readonly codes: Uint32Array;
  /** One per distinct value; always distinct, even for values with equal text (null and "null"). */
  readonly labels: readonly string[];
  /** Whether they are names of days or of months. */
  readonly isCalendar: boolean;
}

/** Labels are not truncated here: two long texts with the same beginning must stay distinct. */
const MAX_LABEL_LENGTH = 1000;

const cache = new WeakMap<ChartColumn, Categories>();

export function categoriesOf(column: ChartColumn): Categories {
  const before = cache.get(column);
  if (before !== undefined) return before;
  const categories = sortedCategories(column);
  cache.set(column, categories);
  return categories;
}

function sortedCategories(column: ChartColumn): Categories {
  const { values, codes } = factorize(column.values);
  const places = calendarOrder(values);
  if (places === null) return { column, codes, labels: labelsOf(values, column), isCalendar: false };
  const order = Array.from(places.keys()).sort((a, b) => (places[a] as number) - (places[b] as number));
  const moved = new Uint32Array(order.length);
  for (const [now, before] of order.entries()) moved[before] = now;
  const labels = labelsOf(
    order.map((at) => values[at]),
    column,
  );
  return { column, codes: codes.map((code) => moved[code] as number), labels, isCalendar: true };
}

/** Combines several columns to one column of names, one per distinct combination. */
export function combined(columns: readonly ChartColumn[]): ChartColumn {
  const [first, ...others] = columns;
  if (first === undefined) throw new Error("no columns to combine");
  if (others.length === 0) return first;
  const parts = columns.map(categoriesOf);
  const values = Array.from(allRows(first.values.length), (row) =>
    parts.map(({ codes, labels }) => labels[codes[row] as number]).join(" · "),
  );
  const name = columns.map((column) => column.name).join(" · ");
  const field = columns.map((column) => column.field).join(" ");
  return { ...first, name, field, kind: "category", values, numbers: new Float64Array(0) };
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

function labelsOf(values: readonly unknown[], { kind, zone }: ChartColumn): string[] {
  const dates = kind === "time" && values.some((value) => value instanceof Date);
  const texts = dates ? formatCells(values, zone === "UTC" ? null : zone).texts : values.map(plainLabel);
  const taken = new Set<string>();
  return texts.map((text) => {
    let label = text;
    for (let n = 2; taken.has(label); n += 1) label = `${text} (${n})`;
    taken.add(label);
    return vegaText(label);
  });
}

function plainLabel(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "null") return '"null"';
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : jsonText(value);
  return text.slice(0, MAX_LABEL_LENGTH);
}
