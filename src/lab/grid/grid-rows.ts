import { element } from "../element.ts";
import { isNumberColumn, shownText } from "../../kernel/comms/cell-text.ts";
import type { CellPosition } from "./grid-keys.ts";
import type { GridSource } from "./grid-source.ts";

/** The part of a table to render. */
export interface VisibleRows {
  readonly source: GridSource;
  /** First row, and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** Column indexes in display order. */
  readonly columns: readonly number[];
  readonly widths: (column: number) => number;
  /** The focused cell, and the opposite corner of the selection. */
  readonly focus: CellPosition;
  readonly anchor: CellPosition;
  readonly zone: string | null;
}

/** Element id of a cell. */
export const cellId = (grid: string, { row, column }: CellPosition): string => `${grid}-${row}-${column}`;

/** Position of the cell that contains an element; null outside of cells. */
export function cellPosition(target: Element): CellPosition | null {
  const cell = target.closest<HTMLElement>("[data-row]");
  return cell === null
    ? null
    : { row: Number(cell.dataset["row"]), column: Number(cell.dataset["position"]) };
}

/** Row elements. Cells still loading show an ellipsis. */
export function gridRows(grid: string, visible: VisibleRows): HTMLElement[] {
  return Array.from({ length: Math.max(0, visible.to - visible.from) }, (_, at) => {
    const row = visible.from + at;
    const cells = visible.columns.map((at, column) => gridCell(grid, visible, at, { row, column }));
    return element("div", { class: "svc-grid-row", role: "row", "aria-rowindex": String(row + 2) }, cells);
  });
}

const isBetween = (one: number, a: number, b: number): boolean =>
  Math.min(a, b) <= one && one <= Math.max(a, b);

function gridCell(grid: string, visible: VisibleRows, at: number, position: CellPosition): HTMLElement {
  const { source, focus, anchor } = visible;
  const column = source.file.columns[at];
  const value = source.value(position.row, at);
  const selected =
    isBetween(position.row, focus.row, anchor.row) && isBetween(position.column, focus.column, anchor.column);
  const classes = [
    "svc-grid-cell",
    column !== undefined && isNumberColumn(column) ? "svc-number" : "",
    value === null ? "svc-null" : "",
    column?.isIndex === true ? "svc-index" : "",
    selected ? "svc-selected" : "",
    position.row === focus.row && position.column === focus.column ? "svc-focus" : "",
  ];
  const cell = element("div", {
    class: classes.filter((name) => name !== "").join(" "),
    role: column?.isIndex === true ? "rowheader" : "gridcell",
    id: cellId(grid, position),
    "aria-colindex": String(position.column + 1),
    "aria-selected": String(selected),
    "data-row": String(position.row),
    "data-position": String(position.column),
  });
  cell.style.width = `${visible.widths(at)}px`;
  cell.textContent =
    value === undefined || column === undefined
      ? "…"
      : shownText(value, column, visible.zone, source.shape(at));
  return cell;
}
