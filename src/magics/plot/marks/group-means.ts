import { finiteOrNull } from "../drawing.ts";

/** The mean of the rows of one group of categories. */
export interface GroupMean {
  readonly code: number;
  readonly rows: number;
  /** Null if no row has a value. */
  readonly mean: number | null;
}

/**
 * The mean of a series' values in each group, ascending by code; their number of rows, if rows are counted.
 *
 * @param numbers - Null: rows are counted.
 */
export function groupsOf(
  rows: Iterable<number>,
  codes: ArrayLike<number>,
  numbers: ArrayLike<number> | null,
): GroupMean[] {
  const groups = new Map<number, { sum: number; valued: number; rows: number }>();
  for (const row of rows) {
    const code = codes[row] ?? 0;
    const group = groups.get(code) ?? { sum: 0, valued: 0, rows: 0 };
    const value = numbers === null ? 1 : finiteOrNull(numbers[row]);
    group.rows += 1;
    if (value !== null) [group.sum, group.valued] = [group.sum + value, group.valued + 1];
    groups.set(code, group);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([code, { sum, valued, rows }]) => {
      if (numbers === null) return { code, rows, mean: rows };
      return { code, rows, mean: valued === 0 ? null : valued === 1 ? sum : sum / valued };
    });
}
