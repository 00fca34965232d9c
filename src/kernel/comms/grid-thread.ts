// A thread of the proxy: reads copies of displayed tables in pages, sorted and filtered, without blocking the proxy or the real kernel.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { GRID_NAME } from "../../magics/display/grid/grid-file.ts";
import { hasText } from "./cell-text.ts";
import { summarize } from "./column-summary.ts";
import { GridReader, nextTurn } from "./grid-reader.ts";
import {
  type CellValue,
  type ColumnSummary,
  type GridFile,
  type GridHit,
  type GridPage,
  type GridRequest,
  type GridView,
  MAX_PAGE_CELLS,
} from "./grid-request.ts";
import { OrderSpace } from "./order/sort-by-digits.ts";
import { viewRows } from "./view-rows.ts";

/** Longer texts are truncated in pages. */
const MAX_TEXT_LENGTH = 500;
const MAX_CELL_LENGTH = 1_000_000;
const MAX_WHOLE_LENGTH = 20_000_000;
/** Rows that a search examines before it reports progress. */
const SEARCHED_ROWS = 100_000;
const MAX_OPEN = 8;

const folder = workerData as string;
const readers = new Map<string, GridReader>();
const space = new OrderSpace();
/** The order of rows in `space`, pending or complete. The next sort waits until it is complete, and overwrites it. */
let order: { key: string; readonly rows: Promise<Uint32Array> } = {
  key: "",
  rows: Promise.resolve(new Uint32Array(0)),
};

function readerOf(grid: string): GridReader {
  if (!GRID_NAME.test(grid) || !existsSync(join(folder, grid)))
    throw new Error("the rows of this table are no longer kept; run its cell again");
  const reader = readers.get(grid) ?? new GridReader(join(folder, grid));
  readers.delete(grid);
  readers.set(grid, reader);
  const [oldest] = readers.keys();
  if (readers.size > MAX_OPEN && oldest !== undefined) {
    readers.get(oldest)?.close();
    readers.delete(oldest);
  }
  return reader;
}

/** Row indexes of a view in its order, valid until the next turn; null if it shows all rows unsorted. */
function rowsOf(grid: string, reader: GridReader, view: GridView): Promise<Uint32Array> | null {
  if (view.sort.length === 0 && view.filters.length === 0) return null;
  const key = JSON.stringify([grid, view]);
  if (key !== order.key) {
    const rows = order.rows.then(nextTurn, nextTurn).then(() => viewRows(reader, view, space));
    const own = (order = { key, rows });
    rows.catch(() => (own.key = ""));
  }
  return order.rows;
}

function valuesOf(
  reader: GridReader,
  column: number,
  rows: Uint32Array | null,
  from: number,
  to: number,
  asJson = false,
): CellValue[] {
  if (rows === null) return reader.values(column, from, to, asJson);
  return Array.from(rows.subarray(from, to), reader.valueReader(column, asJson));
}

const cut = (value: CellValue, most: number): CellValue =>
  typeof value === "string" && value.length > most ? `${value.slice(0, most)}…` : value;

const lengthOf = (columns: readonly (readonly CellValue[])[]): number =>
  columns.flat().reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);

async function answer(
  request: GridRequest,
): Promise<GridFile | GridPage | ColumnSummary | GridHit | CellValue> {
  const reader = readerOf(request.grid);
  if (request.ask === "open") return reader.file;
  if (request.ask === "summary") return await summarize(reader, request.column);
  const rows = await rowsOf(request.grid, reader, request.view);
  const count = rows?.length ?? reader.file.rows;
  if (request.ask === "cell") {
    const [value] = valuesOf(reader, request.column, rows, request.row, request.row + 1, true);
    return cut(value ?? null, MAX_CELL_LENGTH);
  }
  if (request.ask === "find") {
    const until = Math.min(count, request.from + SEARCHED_ROWS);
    const { text, zone } = request;
    const tests = request.columns.map(({ column: at, shape }) => ({
      at,
      test: hasText(text, reader.column(at), zone, shape),
    }));
    for (let from = request.from; from < until; from += 1000) {
      const to = Math.min(until, from + 1000);
      const hits = tests.flatMap(({ at: column, test }) => {
        const row = valuesOf(reader, column, rows, from, to).findIndex(test);
        return row < 0 ? [] : [{ row: from + row, column }];
      });
      if (hits.length > 0)
        return { hit: hits.reduce((first, hit) => (hit.row < first.row ? hit : first)), searched: to };
    }
    return { hit: null, searched: until };
  }
  const from = Math.max(0, Math.min(request.from, count));
  const most = Math.max(1, Math.floor(MAX_PAGE_CELLS / Math.max(1, request.columns.length)));
  const to = Math.max(from, Math.min(request.to, count, from + most));
  const values = request.columns.map((column) => valuesOf(reader, column, rows, from, to, request.whole));
  if (!request.whole) {
    const columns = values.map((column) => column.map((value) => cut(value, MAX_TEXT_LENGTH)));
    return { rows: count, from, columns };
  }
  if (lengthOf(values) > MAX_WHOLE_LENGTH)
    throw new Error("the cells have more than 20 million characters; select fewer");
  return { rows: count, from, columns: values };
}

parentPort?.on("message", ({ id, params }: { id: number; params: GridRequest }) => {
  answer(params).then(
    (result) => parentPort?.postMessage({ id, result }),
    (error: unknown) => parentPort?.postMessage({ id, error: (error as Error).message }),
  );
});
