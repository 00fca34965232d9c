import { groupByKeys } from "../data/row-groups.ts";
import { nameKey } from "../data/channel-keys.ts";
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
  const rows = new Uint32Array(columns[0]?.numbers.length ?? 0).map((_, row) => row);
  const pairs = columns.reduce((product, { categories }) => product * categories.labels.length, 1);
  return pairs < rows.length || groupByKeys(columns.map(nameKey), rows).length < rows.length;
}

/** Several columns as one column of names, one per distinct combination; a single one as it is, none as none. */
export function combined(columns: readonly ChartColumn[]): ChartColumn | undefined {
  const [first, ...others] = columns;
  if (first === undefined || others.length === 0) return first;
  const parts = columns.map(({ categories }) => categories);
  const values = Array.from(first.categories.codes, (_, row) =>
    parts.map(({ codes, labels }) => labels[codes[row] as number]).join(" · "),
  );
  const name = columns.map((column) => column.name).join(" · ");
  const field = columns.map((column) => column.field).join(" ");
  return chartColumn({ name, field, kind: "category", values, zone: null });
}
