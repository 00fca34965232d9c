import type { Table } from "../../../core/table/table.ts";
import { open } from "node:fs/promises";

/** The lines of a table, with line breaks. */
type TableLines = (table: Table, isFirst: boolean) => Iterable<string>;

const CHUNK = 1 << 16;

/** Writes tables to a file as lines of UTF-8, buffering limited amounts. */
export async function writeTextFile(
  path: string,
  tables: AsyncIterable<Table>,
  linesOf: TableLines,
): Promise<void> {
  const file = await open(path, "w");
  try {
    let pending = "";
    let isFirst = true;
    for await (const table of tables) {
      for (const line of linesOf(table, isFirst)) {
        pending += line;
        if (pending.length < CHUNK) continue;
        await file.writeFile(pending);
        pending = "";
      }
      isFirst = false;
    }
    await file.writeFile(pending);
  } finally {
    await file.close();
  }
}
