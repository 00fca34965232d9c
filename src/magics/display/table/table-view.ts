import { textFormatter } from "../../display-texts.ts";
import { timeZoneOf } from "../../../core/table/columns/column-time-zone.ts";
import type { AnyTable } from "./any-table.ts";
import { counted } from "../counted.ts";
import { formatCells, type FormattedCells } from "./format-cells.ts";
import { isGrouped } from "./is-grouped.ts";
import { shownRows } from "./shown-rows.ts";

/** Maximum rows of a table displayed completely. */
const MAX_ROWS = 60;
/** Rows displayed from each end of a longer table. */
const ROW_ENDS = 10;

export interface ViewColumn extends FormattedCells {
  readonly name: string;
}

/** The displayed part of a table, as text. */
export interface TableView {
  /** Index columns; without any, a nameless column of row numbers. */
  readonly index: readonly ViewColumn[];
  readonly columns: readonly ViewColumn[];
  /** Rows before the gap; all rows if there is none. */
  readonly headRows: number;
  readonly shownRows: number;
  /** Index in `columns` where columns are omitted; null if none are. */
  readonly columnGap: number | null;
  readonly rows: number;
  /** Number of columns of the table, without the index. */
  readonly width: number;
}

/**
 * Formats the cells to display. The work depends on the limits, not on the table's size.
 *
 * @param maxColumns - Maximum columns of a table displayed completely; otherwise half as many from each side.
 */
export function tableView(table: AnyTable, maxColumns: number): TableView {
  const { head, tail } = shownRows(table, MAX_ROWS, ROW_ENDS);
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
    return { name, ...formatCells(values, timeZoneOf(column), table.types?.[name], grouped) };
  };
  const names = table.columnNames().filter((name) => !indexNames.includes(name));
  const cut = names.length > maxColumns;
  const half = Math.floor(maxColumns / 2);
  const shown = cut ? [...names.slice(0, half), ...names.slice(-half)] : names;
  return {
    index: indexNames.length > 0 ? indexNames.map(read) : [rowNumbers(head.length, tail.length, rows)],
    columns: shown.map(read),
    headRows: head.length,
    shownRows: picked.length,
    columnGap: cut ? half : null,
    rows,
    width: names.length,
  };
}

function rowNumbers(head: number, tail: number, rows: number): ViewColumn {
  const texts = Array.from({ length: head + tail }, (_, at) =>
    String(at < head ? at : rows - tail + at - head),
  );
  return {
    name: "",
    texts,
    numeric: true,
    dates: false,
    missing: texts.map(() => false),
    opened: () => null,
  };
}

/** `1000 rows × 3 columns`, `12,000 rows × 1 column`. */
export function sizeLine(view: TableView): string {
  return `${counted(view.rows, "row")} × ${counted(view.width, "column")}`;
}
