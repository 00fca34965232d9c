import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";
import { table } from "arquero";
import { GridReader } from "../../../src/kernel/comms/grid-reader.ts";
import { viewRows } from "../../../src/kernel/comms/view-rows.ts";
import { copyTable } from "../../../src/magics/display/grid/offered-tables.ts";
import type { AnyTable } from "../../../src/magics/display/table/any-table.ts";

let home: string;
let reader: GridReader | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "svclib-grid-test-"));
});

afterEach(() => {
  reader?.close();
  reader = undefined;
  rmSync(home, { recursive: true });
});

/** The folder of the copies. */
export const gridsFolder = (): string => join(home, "grids");

/** Copies a table, and opens the copy. */
export async function copyOf(one: AnyTable): Promise<GridReader> {
  mkdirSync(gridsFolder(), { recursive: true });
  reader?.close();
  const id = String(readdirSync(gridsFolder()).length);
  await copyTable(one, gridsFolder(), id);
  reader = new GridReader(join(gridsFolder(), id));
  return reader;
}

/** Copies a table of these columns. */
export const copied = (
  columns: Record<string, ArrayLike<unknown>>,
  change = (one: ReturnType<typeof table>) => one,
): Promise<GridReader> => copyOf(change(table(columns as never)));

/** Values of the first column, ordered by these keys. */
export async function ordered(
  one: GridReader,
  ...keys: { column: number; descending: boolean }[]
): Promise<unknown[]> {
  const rows = await viewRows(one, { sort: keys, filters: [] });
  return Array.from(rows, (row) => one.values(0, row, row + 1)[0]);
}

export const up = { column: 0, descending: false };
export const down = { column: 0, descending: true };
