import type { GridReader } from "../grid-reader.ts";
import type { SortKey } from "../grid-request.ts";
import type { OrderSpace } from "./order-space.ts";
import { sortKeys } from "./sort-keys.ts";
import { sortByBuckets, type Sorting } from "./sort-by-buckets.ts";
import { sortTies } from "./sort-ties.ts";

/**
 * Sorts rows by several keys, stably. Numbers and decimals are ordered by value, texts by UTF-8 bytes as in Presto; then NaN, then nulls.
 * Needs 5 bytes per row, 4 of them for the result, and at most 45 MB for keys; 10 bytes per row if a second key sorts many rows.
 *
 * @param kept - 1 for each row to sort; null for all.
 * @param count - The number of those rows.
 */
export async function orderRows(
  reader: GridReader,
  kept: Uint8Array | null,
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
      if (isFirst) await sortByBuckets(sorting, kept, 0);
      else await sortTies(sorting);
      ({ goesOn } = sorting);
      isFirst = false;
    }
  }
  return rows;
}
