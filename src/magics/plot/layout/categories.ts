import { jsonText } from "../../../core/decode/json-text.ts";
import { formatCells } from "../../display/table/format-cells.ts";
import { factorize } from "../../result/pivot/factorize.ts";
import type { ChartColumn } from "./chart-column.ts";

/** The distinct values of a column, in ascending order, and which of them each row has. */
export interface Categories {
  readonly column: ChartColumn;
  /** Index into {@link labels} by row. */
  readonly codes: Uint32Array;
  /** One for each distinct value; no two are the same, also where values read the same (null and "null"). */
  readonly labels: readonly string[];
}

/** Labels are never shortened here: two long texts with the same beginning stay two. */
const LONGEST_LABEL = 1000;

export function categoriesOf(column: ChartColumn): Categories {
  const { values, codes } = factorize(column.values);
  return { column, codes, labels: labelsOf(values, column) };
}

/** The distinct combinations of several columns' values as one column of names. */
export function combined(columns: readonly ChartColumn[]): ChartColumn {
  const [first, ...others] = columns;
  if (first === undefined) throw new Error("no columns to combine");
  if (others.length === 0) return first;
  const parts = columns.map(categoriesOf);
  const length = first.values.length;
  const values = Array.from({ length }, (_, row) =>
    parts.map(({ codes, labels }) => labels[codes[row] ?? 0]).join(" · "),
  );
  const name = columns.map((column) => column.name).join(" · ");
  return { name, kind: "category", values, zone: "UTC", numbers: new Float64Array(0) };
}

/** Rows of each category that are among `rows`, by code. */
export function rowsByCode({ codes, labels }: Categories, rows: Uint32Array): Uint32Array[] {
  const counts = new Uint32Array(labels.length);
  for (const row of rows) counts[codes[row] ?? 0] = (counts[codes[row] ?? 0] ?? 0) + 1;
  const groups = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(labels.length);
  for (const row of rows) {
    const code = codes[row] ?? 0;
    const at = filled[code] ?? 0;
    (groups[code] as Uint32Array)[at] = row;
    filled[code] = at + 1;
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
    return label;
  });
}

function plainLabel(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "null") return '"null"';
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : jsonText(value);
  return text.slice(0, LONGEST_LABEL);
}
