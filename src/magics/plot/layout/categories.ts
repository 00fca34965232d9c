import { jsonText } from "../../../core/text/json-text.ts";
import { formatCells } from "../../display/table/format-cells.ts";
import { factorize } from "../../result/pivot/factorize.ts";
import { calendarOrder } from "./calendar-order.ts";
import type { ChartColumn } from "./chart-column.ts";

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

/** Steps between times that differ by more than this factor are a gap. */
const UNEVEN = 1.5;

export function categoriesOf(column: ChartColumn): Categories {
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
  const length = first.values.length;
  const values = Array.from({ length }, (_, row) =>
    parts.map(({ codes, labels }) => labels[codes[row] as number]).join(" · "),
  );
  const name = columns.map((column) => column.name).join(" · ");
  return { name, kind: "category", values, zone: "UTC", numbers: new Float64Array(0) };
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

/** A note on times without a mark: those drawn have the same distance, however far they are apart. */
export function gapNote({ codes, labels, column }: Categories, shown: readonly number[], mark: string) {
  if (column.kind !== "time") return false;
  const times = new Float64Array(labels.length);
  for (const [row, code] of codes.entries()) times[code] = column.numbers[row] as number;
  let [least, most, end] = [Infinity, 0, 0];
  for (const code of shown.slice(1)) {
    const step = (times[code] as number) - (times[code - 1] as number);
    if (step < least) least = step;
    if (step > most) [most, end] = [step, code];
  }
  // The lengths of months, and of days on which clocks change, differ by less.
  return (
    most > UNEVEN * least &&
    `times without a ${mark} are left out, the most from ${labels[end - 1]} to ${labels[end]}`
  );
}

function labelsOf(values: readonly unknown[], { kind, zone }: ChartColumn): string[] {
  const dates = kind === "time" && values.some((value) => value instanceof Date);
  const texts = dates ? formatCells(values, zone === "UTC" ? null : zone).texts : values.map(plainLabel);
  const taken = new Set<string>();
  return texts.map((text) => {
    let label = text;
    for (let n = 2; taken.has(label); n += 1) label = `${text} (${n})`;
    taken.add(label);
    return label;
  });
}

function plainLabel(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "null") return '"null"';
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : jsonText(value);
  return text.slice(0, MAX_LABEL_LENGTH);
}
