import { decimalOrder } from "../../core/text/decimal-order.ts";
import { hasText } from "./cell-text.ts";
import { type GridReader, inPieces } from "./grid-reader.ts";
import type { CellValue, GridColumn, RowFilter } from "./grid-request.ts";
import type { OrderSpace } from "./order/order-space.ts";

/** A byte for each row: 1 if it passes all filters. */
export async function filterRows(
  reader: GridReader,
  filters: readonly RowFilter[],
  space: OrderSpace,
): Promise<Uint8Array> {
  const { rows } = reader.file;
  const kept = space.marks("filtered", rows).fill(1);
  for (const filter of filters) await inPieces(rows, (from, to) => keep(reader, filter, from, to, kept));
  return kept;
}

function keep(reader: GridReader, filter: RowFilter, from: number, to: number, kept: Uint8Array): void {
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
      if (!(value >= +least && value <= +most && order >= low && order <= high)) kept[from + at] = 0;
    }
    return;
  }
  const passes = testOf(filter, reader.column(column));
  const values = reader.values(column, from, to);
  for (let at = 0; at < values.length; at++) if (!passes(values[at] as CellValue)) kept[from + at] = 0;
}

function testOf(
  filter: Exclude<RowFilter, { readonly least: unknown }>,
  column: GridColumn,
): (value: CellValue) => boolean {
  if ("is" in filter) {
    const wanted = new Set(filter.is);
    return (value) => wanted.has(value);
  }
  return hasText(filter.contains, column, null, 0);
}
