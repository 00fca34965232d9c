import { isNone } from "../../table/is-none.ts";
import type { Column } from "../../table/table.ts";

/** Maps the values of a column; null, NaN and invalid dates become null. */
export function mapColumn(values: Column, map: (value: never, row: number) => unknown): unknown[] {
  const out = new Array<unknown>(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    out[row] = isNone(value) || Number.isNaN(value) ? null : map(value as never, row);
  }
  return out;
}
