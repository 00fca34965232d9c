import type { GridHit } from "../../kernel/comms/grid-request.ts";
import type { GridSource } from "./grid-source.ts";

/**
 * The first visible cell from a row on that contains a text; null if there is none.
 *
 * @param columns - The visible columns.
 * @param zone - Time zone in which instants are shown; null for each column's own.
 * @param goesOn - Called with the number of rows searched so far; returns false to end the search.
 */
export async function findText(
  source: GridSource,
  text: string,
  columns: readonly number[],
  zone: string | null,
  from: number,
  goesOn: (searched: number) => boolean,
): Promise<GridHit["hit"]> {
  for (let at = from; at < source.rows;) {
    const { hit, searched } = await source.find(text, columns, zone, at);
    if (!goesOn(searched) || hit !== null || searched <= at) return hit;
    at = searched;
  }
  return null;
}
