import type { Column } from "../../table/table.ts";

function isNull(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    Number.isNaN(value) ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );
}

/** Maps the values of a column; null, NaN and invalid dates become null. */
export function mapColumn(values: Column, map: (value: never, row: number) => unknown): unknown[] {
  const out = new Array<unknown>(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    out[row] = isNull(value) ? null : map(value as never, row);
  }
  return out;
}
