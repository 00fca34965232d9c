// This folder: the rows of displayed tables as files of column blocks, for the grid of JupyterLab.

import { randomUUID } from "node:crypto";
import {
  existsSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import process from "node:process";
import { join } from "node:path";
import type { AnyTable } from "../table/any-table.ts";
import { GRID_FOLDER, type BlockIndex, type GridColumn, type GridIndex } from "./grid-file.ts";
import { batchSize } from "../../../core/blocks/batch.ts";
import { BlockWriter } from "../../../core/blocks/block-writer.ts";
import { encodeColumn } from "../../../core/blocks/encode-column.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import { removeAllSync } from "../../../system/system.ts";
import { isGrouped, shownRows } from "../table/shown-rows.ts";
import { copiedColumn, type CopiedColumn } from "./copied-column.ts";

/** Cells of displayed tables that are kept until a frontend asks for their rows. The last table is always kept. */
const MAX_CELLS = 20_000_000;

/** Displayed tables that were not copied yet, by the name in their HTML; those beyond {@link MAX_CELLS} only while the notebook has them. */
const offered = new Map<string, AnyTable | WeakRef<AnyTable>>();

/**
 * Offers the rows of a displayed table to frontends that have grids. Nothing is copied until one asks.
 *
 * @returns the table's name for {@link copyOffered}; null if no frontend of the notebook has grids.
 */
export function offerTable(table: AnyTable): string | null {
  const folder = process.env[GRID_FOLDER];
  if (!folder || !existsSync(folder)) return null;
  const id = randomUUID().replaceAll("-", "");
  offered.set(id, table);
  let cells = 0;
  for (const [key, one] of [...offered].reverse()) {
    if (one instanceof WeakRef) {
      if (one.deref() === undefined) offered.delete(key);
      continue;
    }
    cells += one.numRows() * one.numCols();
    if (cells > MAX_CELLS && one !== table) offered.set(key, new WeakRef(one));
  }
  return id;
}

/**
 * Copies an offered table.
 *
 * @throws Error if it can't be copied, or its rows are gone.
 */
export async function copyOffered(id: string): Promise<void> {
  const offer = offered.get(id);
  const table = offer instanceof WeakRef ? offer.deref() : offer;
  const folder = process.env[GRID_FOLDER];
  if (table === undefined || !folder)
    throw new Error("the rows of this table are no longer kept; run its cell again");
  await copyTable(table, folder, id);
  offered.delete(id);
}

/** Rows from each end that decide how numbers are displayed. */
const SHOWN_ROWS = 60;
/** Maximum bytes of a copy on disk; all copies of a notebook together are limited to twice this. */
const MAX_BYTES = 2 ** 30;
/** Maximum rows of a block. A page reads a block for each of its rows if it is sorted, so that blocks are small. */
const BLOCK_ROWS = 4096;
/** Typical maximum bytes of a block with several rows. */
const BLOCK_BYTES = 1 << 20;
/** Blocks written before other work of the process goes on. */
const BLOCKS_AT_ONCE = 64;

/**
 * Copies a table's rows to files that the grid pages through while cells run. Cells go on meanwhile.
 *
 * @param folder - That of all copies of the notebook.
 * @throws Error if the table is too large, the disk is full, or a value can't be read.
 */
export async function copyTable(table: AnyTable, folder: string, id: string): Promise<void> {
  const copy = join(folder, id);
  makeRoom(folder);
  mkdirSync(copy, { mode: 0o700 });
  try {
    const index = await writeTable(table, copy);
    writeFileSync(join(copy, "grid.json"), JSON.stringify(index), { mode: 0o600 });
  } catch (error) {
    removeAllSync(copy);
    throw error;
  }
}

async function writeTable(table: AnyTable, copy: string): Promise<GridIndex> {
  const rows = table.numRows();
  const order = table.mask() || table.isOrdered() ? table.indices() : null;
  const data = table.data();
  const indexNames = (table.index ?? []).filter((name) => name in data);
  const names = [...indexNames, ...table.columnNames().filter((name) => !indexNames.includes(name))];
  const { head, tail } = shownRows(table, SHOWN_ROWS, SHOWN_ROWS);
  const sample = [...head, ...tail];
  const columns: GridColumn[] = [];
  const blocks: Record<string, BlockIndex> = {};
  let room = MAX_BYTES;
  const write = async (file: string, pieces: CopiedColumn["pieces"]): Promise<void> => {
    const index = await writeBlocks(join(copy, file), pieces, rows, room);
    room -= index.bytes.at(-1) ?? 0;
    blocks[file] = index;
  };
  for (const [at, name] of names.entries()) {
    const column = data[name];
    if (column === undefined) throw new Error(`the table has no column ${name}`);
    const type = table.types?.[name] ?? null;
    const { kind, pieces, json } = copiedColumn(column, order, rows, type);
    if (json !== undefined) await write(`${at}.json`, json);
    await write(String(at), pieces);
    const isIndex = indexNames.includes(name);
    const sampleValues = sample.map((row) => column.at(row));
    columns.push({
      name,
      type,
      kind,
      isIndex,
      grouped: !isIndex && isGrouped(name, sampleValues),
      zone: timeZoneOf(column),
    });
  }
  return { file: { rows, columns }, blocks };
}

/** @throws Error if the blocks have more than `room` bytes. */
async function writeBlocks(
  path: string,
  pieces: CopiedColumn["pieces"],
  rowCount: number,
  room: number,
): Promise<BlockIndex> {
  const rows: number[] = [];
  const bytes: number[] = [];
  const out = new BlockWriter();
  const file = openSync(path, "wx", 0o600);
  let end = 0;
  try {
    for (let from = 0, to = 0; from < rowCount; from = to) {
      to = Math.min(rowCount, from + BLOCK_ROWS);
      let part = pieces(from, to);
      while (to - from > 1 && batchSize({ rowCount: 0, columns: part }) > BLOCK_BYTES) {
        to = from + Math.ceil((to - from) / 2);
        part = pieces(from, to);
      }
      encodeColumn(part, out);
      const block = out.take();
      end += block.length;
      if (end > room) throw new Error("the table is too large for a grid");
      for (let at = 0; at < block.length;) at += writeSync(file, block, at);
      rows.push(to);
      bytes.push(end);
      if (rows.length % BLOCKS_AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  } finally {
    closeSync(file);
  }
  return { rows, bytes };
}

/** Removes the oldest copies to free space. */
function makeRoom(folder: string): void {
  const copies = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const bytes = readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
    return { path, bytes, madeMs: statSync(path).mtimeMs };
  });
  let total = copies.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of copies.sort((a, b) => a.madeMs - b.madeMs)) {
    if (total <= MAX_BYTES) return;
    removeAllSync(path);
    total -= bytes;
  }
}
