import { categoriesOf, combined } from "./categories.ts";
import { everyNumber, type ChartColumn } from "./chart-column.ts";

/** Columns by possible roles. */
export interface Roles {
  readonly times: ChartColumn[];
  readonly numbers: ChartColumn[];
  readonly categories: ChartColumn[];
}

/** Index columns come first, wherever they are. */
export function rolesOf(columns: readonly ChartColumn[], index: readonly string[]): Roles {
  const ordered = [...columns].sort(
    (a, b) => Number(index.includes(b.name)) - Number(index.includes(a.name)),
  );
  const of = (kind: ChartColumn["kind"]): ChartColumn[] => ordered.filter((column) => column.kind === kind);
  return { times: of("time"), numbers: of("number"), categories: of("category") };
}

/** The share of all pairs that the rows of a grouped query have at least. */
const DENSE = 0.4;
const MAX_CELLS = 10_000;

/** Whether the rows are the groups of two columns: each pair once, most pairs there, and each value several times. */
export function isGrid(a: ChartColumn, b: ChartColumn): boolean {
  const rows = a.values.length;
  if (rows > MAX_CELLS) return false;
  const [across, down] = [categoriesOf(a).labels.length, categoriesOf(b).labels.length];
  if (across < 2 || down < 2 || rows <= Math.max(across, down) || rows < DENSE * across * down) return false;
  return !repeats([a, b]);
}

/** Whether some combination of the columns' values has several rows. */
export function repeats(columns: readonly ChartColumn[]): boolean {
  const parts = columns.map(categoriesOf);
  const pairs = new Set<number>();
  const rows = columns[0]?.values.length ?? 0;
  if (parts.reduce((product, { labels }) => product * labels.length, 1) >= Number.MAX_SAFE_INTEGER) {
    const { codes, labels } = categoriesOf(combined(columns));
    return labels.length < codes.length;
  }
  for (let row = 0; row < rows; row += 1) {
    const pair = parts.reduce((code, { codes, labels }) => code * labels.length + (codes[row] ?? 0), 0);
    if (pairs.has(pair)) return true;
    pairs.add(pair);
  }
  return false;
}

const isWholeOrMissing = (value: number): boolean => Number.isNaN(value) || Number.isInteger(value);
export const isWhole = (column: ChartColumn): boolean => everyNumber(column, isWholeOrMissing);

/** Whether the numbers strictly increase or decrease. */
export function isSorted({ numbers, kind }: ChartColumn): boolean {
  const sign = Math.sign((numbers[numbers.length - 1] ?? 0) - (numbers[0] ?? 0)) || 1;
  const follows = (value: number, row: number): boolean =>
    row === 0 || sign * (value - (numbers[row - 1] as number)) > 0;
  return kind !== "category" && everyNumber({ numbers }, follows);
}

/** Whether no number is larger than the one before, as where a query wants the largest first. */
export const isDescending = ({ numbers }: ChartColumn): boolean =>
  everyNumber({ numbers }, (value, row) => row === 0 || value <= (numbers[row - 1] as number));

/** Whether the numbers are whole or evenly spaced, like years and ranges and unlike measures. */
export function isGraduated(column: ChartColumn): boolean {
  const [first = 0, second = 0] = [column.numbers[0], column.numbers[1]];
  const isEven = (value: number, row: number): boolean =>
    Math.abs((value - first) / (second - first) - row) < 1e-6 * (row + 1);
  return everyNumber(column, (value, row) => Number.isInteger(value) || isEven(value, row));
}
