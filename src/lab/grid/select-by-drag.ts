import type { CellPosition } from "./grid-keys.ts";
import { cellPosition } from "./grid-rows.ts";

const STEP_MS = 50;
/** A pointer farther from the edge scrolls faster: by a cell more for each of these. */
const STEP_PIXELS = 22;

/**
 * Follows the mouse from a press of its button in a grid's cells to its release.
 *
 * @param over - Called with each cell that the mouse is over.
 * @param past - Called again and again while it is past an edge, with the rows and columns to go on by.
 */
export function selectByDrag(
  sheet: HTMLElement,
  body: HTMLElement,
  over: (position: CellPosition) => void,
  past: (rows: number, columns: number) => void,
): void {
  const dragEnd = new AbortController();
  const { signal } = dragEnd;
  let [rows, columns, last] = [0, 0, ""];
  const timer = setInterval(() => {
    if (rows !== 0 || columns !== 0) past(rows, columns);
  }, STEP_MS);
  const end = (): void => {
    clearInterval(timer);
    dragEnd.abort();
  };
  const follow = ({ buttons, clientX, clientY, target }: MouseEvent): void => {
    if ((buttons & 1) === 0) return end();
    const [{ left, right }, { top, bottom }] = [sheet.getBoundingClientRect(), body.getBoundingClientRect()];
    [rows, columns] = [stepsPast(clientY, top, bottom), Math.sign(stepsPast(clientX, left, right))];
    const position = target instanceof Element && body.contains(target) ? cellPosition(target) : null;
    const now = position === null ? "" : `${position.row} ${position.column}`;
    if (position !== null && now !== last) over(position);
    last = now;
  };
  addEventListener("mousemove", follow, { signal });
  addEventListener("mouseup", end, { signal });
}

function stepsPast(at: number, least: number, most: number): number {
  if (at < least) return Math.floor((at - least) / STEP_PIXELS);
  return at > most ? Math.ceil((at - most) / STEP_PIXELS) : 0;
}
