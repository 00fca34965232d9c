import { extname } from "node:path";
import { replaceFile } from "../../core/files/replace-file.ts";
import type { Table } from "../../core/table/table.ts";
import { say } from "../notebook-host.ts";
import { keepColumns } from "./keep-columns.ts";
import { plainRows } from "./plain-rows.ts";
import { writeCsv } from "./write-csv.ts";
import { writeJsonLines } from "./write-json-lines.ts";

/**
 * Writes a table to a file and says so in one line. The form goes by the name's ending: `.csv` (and any other: CSV with a header; `.tsv`
 * with tabs), `.jsonl`, `.ndjson` or `.json` (one JSON object per line), `.parquet`.
 *
 * Index columns are written like other columns, in front; the default integer index is not written. The file appears when it is complete;
 * what was there before stays until then, and the new file has its mode and owner. A link is followed.
 *
 * @param path - `~` at its beginning is the home folder.
 * @throws UsageError when the file can't be written, or when what is there is no file.
 */
export async function save(table: Table, path: string): Promise<void> {
  const written = indexFirst(plainRows(table));
  await replaceFile(path, (part) => write(written, part, extname(path).toLowerCase()));
  say(`INFO: saved ${table.numRows()} rows to ${path}`);
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
  const others = table.columnNames().filter((name) => !table.index.includes(name));
  return keepColumns(table, [...table.index, ...others]);
}
