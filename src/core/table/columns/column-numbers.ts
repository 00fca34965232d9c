import type { Column } from "./column.ts";
import { DateColumn } from "./date-column.ts";
import { NullableColumn } from "./nullable-column.ts";

/**
 * A column's values as numbers (instants as unix ms), NaN where missing; not a copy if the column has them.
 *
 * @param read - The number of a value that is not null.
 */
export function columnNumbers(column: Column, read: (value: unknown) => number = Number): ArrayLike<number> {
  if (column instanceof Float64Array || column instanceof Int32Array) return column;
  if (column instanceof DateColumn) return column.unixMs;
  const numbers = new Float64Array(column.length);
  if (column instanceof NullableColumn && !(column.values instanceof BigInt64Array)) {
    const { nulls } = column;
    numbers.set(column.values as ArrayLike<number>);
    for (let row = 0; row < nulls.length; row += 1) if (nulls[row] === 1) numbers[row] = NaN;
    return numbers;
  }
  let row = 0;
  for (const value of column) {
    numbers[row] = value === null || value === undefined ? NaN : read(value);
    row += 1;
  }
  return numbers;
}
