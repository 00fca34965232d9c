import { filterRows } from "./filter-rows.ts";
import type { GridReader } from "./grid-reader.ts";
import type { GridView } from "./grid-request.ts";
import { orderRows } from "./order/order-rows.ts";
import { OrderSpace } from "./order/order-space.ts";

/** Row indexes of a view in its order, in the space's buffer. */
export async function viewRows(
  reader: GridReader,
  { sort, filters }: GridView,
  space = new OrderSpace(),
): Promise<Uint32Array> {
  const { rows } = reader.file;
  const kept = filters.length === 0 ? null : await filterRows(reader, filters, space);
  let count = kept === null ? rows : 0;
  if (kept !== null) for (let row = 0; row < rows; row++) count += kept[row] as number;
  if (sort.length > 0) return await orderRows(reader, kept, count, sort, space);
  const found = space.rows(count);
  for (let row = 0, next = 0; next < count; row++) if (kept === null || kept[row] === 1) found[next++] = row;
  return found;
}
