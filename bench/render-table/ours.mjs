// Makes a table with the columns of a result, and renders it.
import { Table } from "../../dist/core/table/table.js";
import { BLOCK_ROWS, TextColumn } from "../../dist/core/table/columns/text-column.js";
import { toHtml } from "../../dist/magics/display/table/table-html.js";
import { report } from "../lib/measure.mjs";

const rows = Number(process.argv[2]);
const text = () => {
  const word = Buffer.from("SEA");
  const bytes = new Uint8Array(BLOCK_ROWS * word.length).map((_, i) => word[i % word.length]);
  const offsets = new Uint32Array(BLOCK_ROWS + 1).map((_, i) => i * word.length);
  const block = () => ({ bytes, offsets, nulls: null, ascii: true });
  return new TextColumn(Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, block), rows);
};
const numbers = (make) => Float64Array.from({ length: rows }, (_, i) => make(i));
const columns = [
  numbers((i) => 980_985_600 + i),
  Int32Array.from({ length: rows }, (_, i) => (i % 200) - 60),
  numbers((i) => i / 7),
  numbers((i) => Math.sqrt(i)),
  numbers((i) => i / 60),
  numbers((i) => i % 1000),
  text(),
  text(),
];
const table = Table.of(columns, [
  "time",
  "delay",
  "distance",
  "root",
  "hours",
  "product",
  "origin",
  "destination",
]);
let started = performance.now();
const { length } = toHtml(table);
const ms = performance.now() - started;
started = performance.now();
toHtml(table);
report({ ms, againMs: performance.now() - started, length, rows });
