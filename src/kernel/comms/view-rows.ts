import { decimalOrder } from "../../core/text/decimal-text.ts";
import { rowReader } from "../../core/blocks/row-reader.ts";
import { hasText } from "./cell-text.ts";
import { doublesOf, type GridBlock, type GridReader } from "./grid-reader.ts";
import type { CellValue, GridColumn, GridView, RowFilter } from "./grid-request.ts";
import { OrderSpace } from "./order/sort-by-digits.ts";
import { sortRows } from "./order/sort-rows.ts";

/** Row indexes of a view in its order, in a buffer of the space. */
export async function viewRows(
  reader: GridReader,
  { sort, filters }: GridView,
  space = new OrderSpace(),
): Promise<Uint32Array> {
  const total = reader.file.rows;
  const rowMask = filters.length === 0 ? null : await filterRows(reader, filters, space);
  let count = rowMask === null ? total : 0;
  if (rowMask !== null) for (let row = 0; row < total; row++) count += rowMask[row] as number;
  const rows = space.rows(count);
  for (let row = 0, next = 0; next < count; row++)
    if (rowMask === null || rowMask[row] === 1) rows[next++] = row;
  await sortRows(reader, rows, sort, space);
  return rows;
}

/** A byte for each row: 1 if it passes all filters. */
async function filterRows(
  reader: GridReader,
  filters: readonly RowFilter[],
  space: OrderSpace,
): Promise<Uint8Array> {
  const rowMask = space.marks(reader.file.rows);
  for (const filter of filters) {
    const column = reader.column(filter.column);
    const passes = "least" in filter ? rangeTest(filter) : valueTest(filter, column);
    await reader.scan(filter.column, (block) => passes(block, rowMask));
  }
  return rowMask;
}

type DropRows = (block: GridBlock, rowMask: Uint8Array) => void;

function rangeTest(filter: Extract<RowFilter, { readonly least: unknown }>): DropRows {
  const [least, most] = [filter.least ?? -Infinity, filter.most ?? Infinity];
  const [low, high] = [decimalOrder(least), decimalOrder(most)];
  return (block, rowMask) => {
    const values = doublesOf(block);
    const { data, from } = block;
    const isExact = data.kind === "integer" || data.kind === "float";
    const read = isExact ? null : rowReader(data);
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      let passes = value >= +least && value <= +most;
      // Values that as doubles equal an end are compared by all digits.
      if (passes && read !== null && (value === +least || value === +most)) {
        const order = decimalOrder(read(at));
        passes = order >= low && order <= high;
      }
      if (!passes) rowMask[from + at] = 0;
    }
  };
}

function valueTest(filter: Exclude<RowFilter, { readonly least: unknown }>, column: GridColumn): DropRows {
  const test = "is" in filter ? isOneOf(filter.is) : hasText(filter.contains, column, null);
  return ({ data, from, to }, rowMask) => {
    const read = rowReader(data) as (row: number) => CellValue;
    for (let row = from; row < to; row++) if (!test(read(row - from))) rowMask[row] = 0;
  };
}

function isOneOf(values: readonly CellValue[]): (value: CellValue) => boolean {
  const set = new Set(values);
  return (value) => set.has(value);
}
