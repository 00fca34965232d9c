import type { Column } from "./table.ts";

/** Numbers of a column most of whose rows are null: only those that are not are kept, 12 bytes each. */
export class SparseColumn implements Column<number | null> {
  readonly length: number;
  /** Rows that have a number, ascending. */
  readonly rows: Uint32Array;
  /** Their numbers; none is NaN. */
  readonly values: Float64Array;
  /** Where in `rows` the last look ended: rows are mostly read in turn. */
  #near = 0;

  constructor(length: number, rows: Uint32Array, values: Float64Array) {
    this.length = length;
    this.rows = rows;
    this.values = values;
  }

  at(row: number): number | null {
    const near = firstFrom(this.rows, row, this.#near);
    this.#near = near;
    return this.rows[near] === row ? (this.values[near] as number) : null;
  }

  *[Symbol.iterator](): Generator<number | null> {
    for (let row = 0, at = 0; row < this.length; row++)
      yield this.rows[at] === row ? (this.values[at++] as number) : null;
  }

  toArray(): (number | null)[] {
    return Array.from(this);
  }
}

/** The first place in `rows` of `row` or a later one: a look at `near` and behind it, then by halves. */
function firstFrom(rows: Uint32Array, row: number, near: number): number {
  const before = near === 0 ? -1 : (rows[near - 1] as number);
  const here = rows[near] ?? Infinity;
  if (before < row && row <= here) return near;
  if (here < row && row <= (rows[near + 1] ?? Infinity)) return near + 1;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
