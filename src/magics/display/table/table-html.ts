// This folder: a table as HTML and as text, its head and tail.

import type { AnyTable } from "./any-table.ts";
import { escapeHtml } from "../escape-html.ts";
import { oneLine } from "../../../core/text/visible-text.ts";
import { sizeLine, tableView, type TableView, type ViewColumn } from "./table-view.ts";

const NUMERIC = ' style="text-align:right"';
const TEXT = ' style="text-align:left"';
const DATE = ' style="text-align:left;white-space:nowrap"';
const INDEX = "font-weight:600;border-right:1px solid;white-space:nowrap";
const MAX_COLUMNS = 30;
/** Maximum characters of expanded cells per table, to keep documents small. */
const MAX_OPENED = 30_000;
const OPENED = "white-space:pre-wrap;text-align:left;max-width:60em;margin:0";

/**
 * A table as HTML: index columns first, head and tail of long tables, the size as caption. It sets no colors (and resets those that old
 * pages set for tables), to suit light and dark themes. Truncated cells expand on click, without a script. All text is escaped.
 *
 * @param copy - Name of the copy that the JupyterLab extension pages through; becomes a class of the table.
 */
export function toHtml(table: AnyTable, copy: string | null = null): string {
  const view = tableView(table, MAX_COLUMNS);
  const cellText = cellTexts();
  const body = Array.from({ length: view.lines }, (_, line) => bodyRow(view, line, cellText));
  return [
    `<table class="svc-table${copy === null ? "" : ` svc-grid-${copy}`}" style="color:inherit;font-variant-numeric:tabular-nums">`,
    `<caption style="caption-side:bottom;text-align:left;white-space:nowrap;opacity:0.7">${sizeLine(view)}</caption>`,
    `<thead><tr>${headRow(view)}</tr></thead>`,
    `<tbody>${body.join("\n")}</tbody>`,
    "</table>",
  ].join("\n");
}

function headRow(view: TableView): string {
  const index = view.index.map(({ name }) =>
    name === ""
      ? `<td style="${INDEX}"></td>`
      : `<th scope="col" style="text-align:left;font-style:italic;${INDEX}">${escapeHtml(oneLine(name))}</th>`,
  );
  const cells = view.columns.map(
    ({ name, numeric }) => `<th scope="col"${numeric ? NUMERIC : TEXT}>${escapeHtml(oneLine(name))}</th>`,
  );
  return [...index, ...cells].join("");
}

function bodyRow(view: TableView, row: number, cellText: CellText): string {
  const index = view.index.map(
    (column) =>
      `<th scope="row" style="text-align:${column.numeric ? "right" : "left"};${INDEX}">${cellText(column, row)}</th>`,
  );
  const cells = view.columns.map(
    (column) => `<td${column.numeric ? NUMERIC : column.dates ? DATE : TEXT}>${cellText(column, row)}</td>`,
  );
  return `<tr>${[...index, ...cells].join("")}</tr>`;
}

type CellText = (column: ViewColumn, row: number) => string;

/** Makes the content of one table's cells. */
function cellTexts(): CellText {
  let room = MAX_OPENED;
  return (column, row) => {
    const text = escapeHtml(column.texts[row] ?? "");
    if (column.missing[row]) return `<i style="opacity:0.6">${text}</i>`;
    const opened = room > 0 ? column.opened(row) : null;
    if (opened === null) return text;
    room -= opened.length;
    return `<details><summary>${text}</summary><pre style="${OPENED}">${escapeHtml(opened)}</pre></details>`;
  };
}
