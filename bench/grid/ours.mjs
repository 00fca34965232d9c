// Copies a table for the grid; then sorts, filters and pages it as the kernel's thread does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Table } from "../../dist/core/table/table.js";
import { BLOCK_ROWS, TextColumn } from "../../dist/core/table/columns/text-column.js";
import { GridReader } from "../../dist/kernel/comms/grid-reader.js";
import { OrderSpace } from "../../dist/kernel/comms/order/sort-by-digits.js";
import { viewRows } from "../../dist/kernel/comms/view-rows.js";
import { copyTable } from "../../dist/magics/display/grid/offered-tables.js";
import { report } from "../lib/measure.mjs";

const rows = Number(process.argv[2]);
/** Numbers below `most` without a pattern; grid/frame.py makes the same kinds of columns. */
const scattered = (row, most) => Number((BigInt(row) * 2_654_435_761n) % BigInt(most));
const textBlock = (_, block) => {
  const count = Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS);
  const texts = Array.from(
    { length: count },
    (_, at) => `user-${scattered(block * BLOCK_ROWS + at, 999_999_937)}`,
  );
  const offsets = new Uint32Array(count + 1);
  texts.forEach((text, at) => (offsets[at + 1] = offsets[at] + text.length));
  return { bytes: Buffer.from(texts.join("")), offsets, nulls: null, ascii: true };
};
const double = Float64Array.from({ length: rows }, (_, row) => Math.sin(row) * 1e6);
const integer = Int32Array.from({ length: rows }, (_, row) => scattered(row, 1_000_003));
const text = new TextColumn(Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, textBlock), rows);
const table = Table.of([double, integer, text], ["double", "integer", "text"]);

const home = mkdtempSync(join(tmpdir(), "svclib-bench-grid-"));
const figures = { rows };
const timed = async (name, act) => {
  const [started, processor] = [performance.now(), process.cpuUsage()];
  const result = await act();
  const { user, system } = process.cpuUsage(processor);
  figures[name] = performance.now() - started;
  figures[`${name} processor`] = (user + system) / 1000;
  return result;
};
/** Bytes of buffers in use. */
const buffers = async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return process.memoryUsage().arrayBuffers;
};
try {
  await timed("copy", () => copyTable(table, home, "copy"));
  const reader = new GridReader(join(home, "copy"));
  const space = new OrderSpace();
  const ascending = (...columns) => columns.map((column) => ({ column, descending: false }));
  const before = await buffers();
  const sorted = await timed("sort by a double", () =>
    viewRows(reader, { sort: ascending(0), filters: [] }, space),
  );
  figures.bytesPerRow = ((await buffers()) - before) / rows;
  await timed("page", () =>
    [0, 1, 2].map((column) => Array.from(sorted.subarray(0, 100), reader.valueReader(column))),
  );
  await timed("sort by an integer", () => viewRows(reader, { sort: ascending(1), filters: [] }, space));
  await timed("sort by an integer and a double", () =>
    viewRows(reader, { sort: ascending(1, 0), filters: [] }, space),
  );
  await timed("sort by a text", () => viewRows(reader, { sort: ascending(2), filters: [] }, space));
  const filters = [{ column: 0, least: 0, most: 1e5 }];
  await timed("filter a range", () => viewRows(reader, { sort: [], filters }, space));
  reader.close();
} finally {
  rmSync(home, { recursive: true });
}
report(figures);
