import type { Column, Table } from "../../core/table/table.ts";
import { formatCells } from "../display/format-cells.ts";

/** The horizontal axis of a table's chart. */
export interface ChartAxis {
  /** Times and numbers give lines, categories give bars. */
  readonly kind: "time" | "number" | "category";
  /** Column that it shows; null for the number of the row. */
  readonly column: string | null;
  readonly title: string;
  /** Position of each row: milliseconds, a number, or the number of its category. NaN: nowhere. */
  readonly positions: Float64Array;
  /** Rows that have a position, in ascending order of it. */
  readonly order: Uint32Array;
  /** Names of the categories that are drawn; empty for the other kinds. */
  readonly categories: readonly string[];
  /** How many categories there are. */
  readonly categoryCount: number;
}

/**
 * Finds the axis: the first index column, else a first column of dates or texts, else the number of the row.
 *
 * @param mostCategories - Rows of further categories get no position.
 */
export function chartAxis(table: Table, mostCategories: number): ChartAxis {
  const first = table.columnNames()[0] ?? null;
  const data = table.data() as Record<string, Column>;
  const kindOf = (name: string | null): ChartAxis["kind"] =>
    name === null ? "number" : columnKind(data[name] ?? []);
  const column = table.index[0] ?? (kindOf(first) === "number" ? null : first);
  const kind = kindOf(column);
  const rows = table.totalRows();
  const values = column === null ? null : (data[column] ?? []);
  const title = column ?? "row";
  if (kind === "category" && values !== null) {
    const { texts } = formatCells(Array.from(values), null);
    const numbers = new Map<string, number>();
    for (const text of texts) if (!numbers.has(text)) numbers.set(text, numbers.size);
    const positions = Float64Array.from(texts, (text) => {
      const number = numbers.get(text) ?? NaN;
      return number < mostCategories ? number : NaN;
    });
    const categories = [...numbers.keys()].slice(0, mostCategories);
    return {
      kind,
      column,
      title,
      positions,
      order: ascending(positions),
      categories,
      categoryCount: numbers.size,
    };
  }
  const positions = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) positions[row] = values === null ? row : position(values.at(row));
  return { kind, column, title, positions, order: ascending(positions), categories: [], categoryCount: 0 };
}

function columnKind(column: Column): ChartAxis["kind"] {
  for (const value of column) {
    if (value === null || value === undefined) continue;
    if (value instanceof Date) return "time";
    return typeof value === "number" || typeof value === "bigint" ? "number" : "category";
  }
  return "number";
}

function position(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : NaN;
}

function ascending(positions: Float64Array): Uint32Array {
  const rows = Uint32Array.from(positions.keys()).filter((row) => Number.isFinite(positions[row]));
  const sorted = rows.every(
    (row, at) => at === 0 || (positions[rows[at - 1] ?? 0] ?? 0) <= (positions[row] ?? 0),
  );
  return sorted ? rows : rows.sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0) || a - b);
}
