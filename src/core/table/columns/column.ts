// This folder: the columns of a table by kind.

/** A column's values: a typed array, a plain array, or anything with `length`, `at(row)` and an iterator. */
export interface Column<T = unknown> {
  readonly length: number;
  /** The value of a row; rows count from 0. As in arrays, undefined for row -Infinity, which Arquero reads where a join has no match. */
  at(row: number): T;
  /** The values, from the first row to the last. */
  [Symbol.iterator](): Iterator<T>;
}
