import { textFormatter, timeZoneOf } from "../../../core/table/columns/column-display.ts";
import type { AnyTable } from "./any-table.ts";
import { counted } from "../number-text.ts";
import { formatCells, type FormattedCells } from "./format-cells.ts";
import { isGrouped, shownRows } from "./shown-rows.ts";

/** Maximum rows of a table displayed completely. */
const MAX_ROWS = 60;
/** Rows displayed from each end of a longer table. */
const ROW_ENDS = 10;
/** In place of omitted rows and columns. */
const GAP = "…";

export interface ViewColumn extends FormattedCells {
  readonly name: string;
}

/** The displayed part of a table, as text. */
export interface TableView {
  /** Index columns; without any, a nameless column of row numbers. */
  readonly index: readonly ViewColumn[];
  readonly columns: readonly ViewColumn[];
  /** Lines of cells. */
  readonly lines: number;
  readonly rows: number;
  /** Number of columns of the table, without the index. */
  readonly width: number;
}

/**
 * Formats the cells to display; a line and a column of dots are where others are omitted. The work depends on the limits, not on the table's size.
 *
 * @param maxColumns - Maximum columns of a table displayed completely; otherwise half as many from each side.
 * @param maxRows - Maximum rows of a table displayed completely.
 */
export function tableView(table: AnyTable, maxColumns: number, maxRows = MAX_ROWS): TableView {
  const { head, tail } = shownRows(table, maxRows, ROW_ENDS);
  const picked = [...head, ...tail];
  const rows = table.numRows();
  const data = table.data();
  const indexNames = (table.index ?? []).filter((name) => name in data);
  const read = (name: string): ViewColumn => {
    const column = data[name];
    const show = textFormatter(column) ?? ((text: string) => text);
    const values = picked.map((row) => {
      const value = column?.at(row);
      return typeof value === "string" ? show(value) : value;
    });
    const grouped = !indexNames.includes(name) && isGrouped(name, values);
    return withGap({ name, ...formatCells(values, timeZoneOf(column), table.types?.[name], grouped) }, gap);
  };
  const gap = tail.length > 0 ? head.length : null;
  const lines = picked.length + (gap === null ? 0 : 1);
  const numbers = picked.map((_, at) => String(at < head.length ? at : rows - picked.length + at));
  const names = table.columnNames().filter((name) => !indexNames.includes(name));
  const cut = names.length > maxColumns;
  const half = Math.floor(maxColumns / 2);
  const dots = plainColumn(GAP, new Array<string>(lines).fill(GAP), false);
  return {
    index: indexNames.length > 0 ? indexNames.map(read) : [withGap(plainColumn("", numbers, true), gap)],
    columns: cut
      ? [...names.slice(0, half).map(read), dots, ...names.slice(-half).map(read)]
      : names.map(read),
    lines,
    rows,
    width: names.length,
  };
}

function plainColumn(name: string, texts: readonly string[], numeric: boolean): ViewColumn {
  return { name, texts, numeric, dates: false, missing: [], opened: () => null };
}

/** @param gap - Where rows are omitted; null if none are. */
function withGap(column: ViewColumn, gap: number | null): ViewColumn {
  if (gap === null) return column;
  return {
    ...column,
    texts: column.texts.toSpliced(gap, 0, GAP),
    missing: column.missing.toSpliced(gap, 0, false),
    opened: (line) => (line === gap ? null : column.opened(line < gap ? line : line - 1)),
  };
}

/** `1000 rows × 3 columns`, `12,000 rows × 1 column`. */
export function sizeLine(view: TableView): string {
  return `${counted(view.rows, "row")} × ${counted(view.width, "column")}`;
}
