import { element } from "../element.ts";
import { isNumeric, shownText } from "./cell-text.ts";
import type { Place } from "./grid-keys.ts";
import type { GridSource } from "./grid-source.ts";

/** The part of a table to render. */
export interface ShownRows {
  readonly source: GridSource;
  /** First row, and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** Column indexes in display order. */
  readonly columns: readonly number[];
  readonly widths: (column: number) => number;
  /** The focused cell, and the opposite corner of the selection. */
  readonly focus: Place;
  readonly anchor: Place;
  readonly zone: string;
}

/** Element id of a cell. */
export const cellId = (grid: string, { row, column }: Place): string => `${grid}-${row}-${column}`;

/** Position of the cell that contains an element; null outside of cells. */
export function placeOf(target: Element): Place | null {
  const cell = target.closest<HTMLElement>("[data-row]");
  return cell === null ? null : { row: Number(cell.dataset["row"]), column: Number(cell.dataset["place"]) };
}

/** Row elements. Cells still loading show an ellipsis. */
export function gridRows(grid: string, shown: ShownRows): HTMLElement[] {
  return Array.from({ length: Math.max(0, shown.to - shown.from) }, (_, at) => {
    const row = shown.from + at;
    const cells = shown.columns.map((column, place) => gridCell(grid, shown, column, { row, column: place }));
    return element("div", { class: "svc-grid-row", role: "row", "aria-rowindex": String(row + 2) }, cells);
  });
}

const isBetween = (one: number, a: number, b: number): boolean =>
  Math.min(a, b) <= one && one <= Math.max(a, b);

function gridCell(grid: string, shown: ShownRows, at: number, place: Place): HTMLElement {
  const { source, focus, anchor } = shown;
  const column = source.file.columns[at];
  const value = source.value(place.row, at);
  const selected =
    isBetween(place.row, focus.row, anchor.row) && isBetween(place.column, focus.column, anchor.column);
  const classes = [
    "svc-grid-cell",
    column !== undefined && isNumeric(column) ? "svc-number" : "",
    value === null ? "svc-null" : "",
    column?.isIndex === true ? "svc-index" : "",
    selected ? "svc-selected" : "",
    place.row === focus.row && place.column === focus.column ? "svc-focus" : "",
  ];
  const cell = element("div", {
    class: classes.filter((name) => name !== "").join(" "),
    role: column?.isIndex === true ? "rowheader" : "gridcell",
    id: cellId(grid, place),
    "aria-colindex": String(place.column + 1),
    "aria-selected": String(selected),
    "data-row": String(place.row),
    "data-place": String(place.column),
  });
  cell.style.width = `${shown.widths(at)}px`;
  cell.textContent =
    value === undefined || column === undefined
      ? "…"
      : shownText(value, column, shown.zone, source.decimals(at));
  return cell;
}
