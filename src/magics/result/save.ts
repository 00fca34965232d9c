import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { Table } from "../../core/table/table.ts";
import { host } from "../notebook-host.ts";
import { cannotWrite, filePath } from "./check-file.ts";
import { plainRows } from "./plain-rows.ts";
import { writeCsv } from "./write-csv.ts";
import { writeJsonLines } from "./write-json-lines.ts";

/**
 * Writes a table to a file and says so in one line. The form goes by the name's ending: `.csv` (and any other: CSV with a header; `.tsv`
 * with tabs), `.jsonl`, `.ndjson` or `.json` (one JSON object per line), `.parquet`.
 *
 * Index columns are written like other columns, in front; the default integer index is not written. The file appears when it is complete;
 * what was there before stays until then.
 *
 * @param path - `~` at its beginning is the home folder.
 * @throws UsageError when the file can't be written.
 */
export async function save(table: Table, path: string): Promise<void> {
  const target = filePath(path);
  // In the same folder, since a file can't be renamed across disks.
  const part = join(dirname(target), `.${randomUUID()}.part`);
  try {
    await write(indexFirst(plainRows(table)), part, extname(target).toLowerCase());
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw cannotWrite(path, error);
  }
  host().print(`INFO: saved ${table.numRows()} rows to ${path}\n`);
}

async function write(table: Table, path: string, ending: string): Promise<void> {
  if (ending === ".parquet") {
    const { writeParquet } = await import("./write-parquet.ts");
    await writeParquet(table, path);
  } else if ([".jsonl", ".ndjson", ".json"].includes(ending)) {
    await writeJsonLines(table, path);
  } else {
    await writeCsv(table, path, ending === ".tsv" ? "\t" : ",");
  }
}

function indexFirst(table: Table): Table {
  return table.select([...table.index, ...table.columnNames().filter((name) => !table.index.includes(name))]);
}
