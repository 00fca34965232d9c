import { decimalOrder } from "../../core/text/decimal-text.ts";
import { hasText } from "./cell-text.ts";
import { type GridReader, inPieces } from "./grid-reader.ts";
import type { CellValue, GridColumn, GridView, RowFilter, SortKey } from "./grid-request.ts";
import { OrderSpace } from "./order/order-space.ts";
import { sortKeys } from "./order/sort-keys.ts";
import { sortByBuckets, type Sorting } from "./order/sort-by-buckets.ts";
import { sortTies } from "./order/sort-ties.ts";

/** Row indexes of a view in its order, in the space's buffer. */
export async function viewRows(
  reader: GridReader,
  { sort, filters }: GridView,
  space = new OrderSpace(),
): Promise<Uint32Array> {
  const { rows } = reader.file;
  const rowMask = filters.length === 0 ? null : await filterRows(reader, filters, space);
  let count = rowMask === null ? rows : 0;
  if (rowMask !== null) for (let row = 0; row < rows; row++) count += rowMask[row] as number;
  if (sort.length > 0) return await orderRows(reader, rowMask, count, sort, space);
  const matchingRows = space.rows(count);
  for (let row = 0, next = 0; next < count; row++)
    if (rowMask === null || rowMask[row] === 1) matchingRows[next++] = row;
  return matchingRows;
}

/** A byte for each row: 1 if it passes all filters. */
async function filterRows(
  reader: GridReader,
  filters: readonly RowFilter[],
  space: OrderSpace,
): Promise<Uint8Array> {
  const { rows } = reader.file;
  const rowMask = space.marks("filtered", rows).fill(1);
  for (const filter of filters) await inPieces(rows, (from, to) => keep(reader, filter, from, to, rowMask));
  return rowMask;
}

function keep(reader: GridReader, filter: RowFilter, from: number, to: number, rowMask: Uint8Array): void {
  const { column } = filter;
  if ("least" in filter) {
    const [least, most] = [filter.least ?? -Infinity, filter.most ?? Infinity];
    const [low, high] = [decimalOrder(least), decimalOrder(most)];
    const values = reader.numbers(column, from, to);
    // Values that as doubles equal an end are compared by all digits.
    const isClose = reader.isRounded(column) && values.some((value) => value === +least || value === +most);
    const exact = isClose ? reader.values(column, from, to).map(decimalOrder) : null;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      const order = exact?.[at] ?? low;
      if (!(value >= +least && value <= +most && order >= low && order <= high)) rowMask[from + at] = 0;
    }
    return;
  }
  const passes = testOf(filter, reader.column(column));
  const values = reader.values(column, from, to);
  for (let at = 0; at < values.length; at++) if (!passes(values[at] as CellValue)) rowMask[from + at] = 0;
}

function testOf(
  filter: Exclude<RowFilter, { readonly least: unknown }>,
  column: GridColumn,
): (value: CellValue) => boolean {
  if ("is" in filter) {
    const texts = new Set(filter.is);
    return (value) => texts.has(value);
  }
  return hasText(filter.contains, column, null, 0);
}

/**
 * Sorts rows by several keys, stably. Numbers and decimals are ordered by value, texts by UTF-8 bytes as in Presto; then NaN, then nulls.
 * Needs 5 bytes per row, 4 of them for the result, and at most 45 MB for keys; 10 bytes per row if a second key sorts many rows.
 *
 * @param rowMask - 1 for each row to sort; null for all.
 * @param count - The number of those rows.
 */
async function orderRows(
  reader: GridReader,
  rowMask: Uint8Array | null,
  count: number,
  sort: readonly SortKey[],
  space: OrderSpace,
): Promise<Uint32Array> {
  const rows = space.rows(count);
  const starts = space.marks("starts", count);
  let isFirst = true;
  for (const { column, descending } of sort) {
    const keys = sortKeys(reader, column, descending);
    for (let part = 0, goesOn = true; goesOn; part++) {
      const sorting: Sorting = { reader, keys, part, rows, starts, space, goesOn: false };
      if (isFirst) await sortByBuckets(sorting, rowMask, 0);
      else await sortTies(sorting);
      ({ goesOn } = sorting);
      isFirst = false;
    }
  }
  return rows;
}
