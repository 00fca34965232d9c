// This folder: a table's columns as a file for the grid of JupyterLab.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { removeAllSync } from "../../../system/system.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import type { AnyTable } from "../table/any-table.ts";
import { GRID_FOLDER, type GridFile } from "./grid-file.ts";
import { isGrouped } from "../table/is-grouped.ts";
import { shownRows } from "../table/shown-rows.ts";
import { copyColumn } from "./copy-column.ts";

/** Rows from each end that decide how numbers are displayed. */
const SHOWN_ROWS = 60;
/** Maximum bytes of a copy on disk; all copies of a notebook together are limited to twice this. */
const MAX_BYTES = 2 ** 30;

/**
 * Copies a displayed table to files if the frontend supports grids, which page through it while cells run.
 *
 * @returns the copy's name; null if none was made: the table is too large, or the frontend has no grids.
 */
export function copyTable(table: AnyTable): string | null {
  const folder = process.env[GRID_FOLDER];
  if (!folder || !existsSync(folder)) return null;
  const id = randomUUID().replaceAll("-", "");
  const copy = join(folder, id);
  try {
    makeRoom(folder);
    mkdirSync(copy, { mode: 0o700 });
    const file = writeTable(table, copy);
    if (file !== null) {
      writeFileSync(join(copy, "grid.json"), JSON.stringify(file), { mode: 0o600 });
      return id;
    }
  } catch {
    // The disk is full, or a value can't be read: the table is displayed without a grid.
  }
  removeAllSync(copy);
  return null;
}

function writeTable(table: AnyTable, copy: string): GridFile | null {
  const rows = table.numRows();
  const order = table.mask() || table.isOrdered() ? table.indices() : null;
  const index = table.index ?? [];
  const names = table.columnNames();
  const data = table.data();
  const { head, tail } = shownRows(table, SHOWN_ROWS, SHOWN_ROWS);
  const sample = [...head, ...tail];
  let left = MAX_BYTES;
  const columns = [
    ...index.filter((name) => name in data),
    ...names.filter((name) => !index.includes(name)),
  ].map((name, at) => {
    const column = data[name];
    const type = table.types?.[name] ?? null;
    const path = join(copy, String(at));
    const written = column && left > 0 ? copyColumn(column, { order, rows, path, most: left }, type) : null;
    left -= written?.bytes ?? left;
    return (
      written && {
        name,
        type,
        kind: written.kind,
        nulls: written.nulls,
        isIndex: index.includes(name),
        grouped:
          !index.includes(name) &&
          isGrouped(
            name,
            sample.map((row) => column?.at(row)),
          ),
        zone: timeZoneOf(column),
      }
    );
  });
  return columns.every((column) => column !== null) ? { rows, columns } : null;
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
