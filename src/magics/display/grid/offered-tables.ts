import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import process from "node:process";
import type { AnyTable } from "../table/any-table.ts";
import { copyTable } from "./copy-table.ts";
import { GRID_FOLDER } from "./grid-file.ts";

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
