import type { GridHit } from "../../kernel/comms/grid-request.ts";
import type { GridSource } from "./grid-source.ts";

/**
 * The first visible cell from a row on that contains a text; null if there is none. Rows that are sorted or filtered meanwhile are searched
 * again from the first.
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
  for (let at = from; ;) {
    const { view } = source;
    const { hit, searched } = await source.find(text, columns, zone, at);
    if (!goesOn(searched)) return null;
    if (source.view !== view) at = 0;
    else if (hit !== null || searched <= at) return hit;
    else at = searched;
  }
}
