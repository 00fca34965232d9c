import { chartColumn, type ChartColumn } from "./chart-column.ts";

/** The share of all pairs that the rows of a grouped query have at least. */
const DENSE = 0.4;
const MAX_CELLS = 10_000;

/** Whether the rows are the groups of two columns: each pair once, most pairs there, and each value several times. */
export function isGrid(a: ChartColumn, b: ChartColumn): boolean {
  const rows = a.numbers.length;
  if (rows > MAX_CELLS) return false;
  const [across, down] = [a.categories.labels.length, b.categories.labels.length];
  if (across < 2 || down < 2 || rows <= Math.max(across, down) || rows < DENSE * across * down) return false;
  return !repeats([a, b]);
}

/** Whether some combination of the columns' values has several rows. */
export function repeats(columns: readonly ChartColumn[]): boolean {
  const rows = columns[0]?.numbers.length ?? 0;
  const pairs = columns.reduce((product, { categories }) => product * categories.labels.length, 1);
  return pairs < rows || combined(columns).categories.labels.length < rows;
}

/** Combines several columns to one column of names, one per distinct combination. */
export function combined(columns: readonly ChartColumn[]): ChartColumn {
  const [first, ...others] = columns;
  if (first === undefined) throw new Error("no columns to combine");
  if (others.length === 0) return first;
  const parts = columns.map(({ categories }) => categories);
  const values = Array.from(first.categories.codes, (_, row) =>
    parts.map(({ codes, labels }) => labels[codes[row] as number]).join(" · "),
  );
  const name = columns.map((column) => column.name).join(" · ");
  const field = columns.map((column) => column.field).join(" ");
  return chartColumn({ name, field, kind: "category", values, zone: null });
}
