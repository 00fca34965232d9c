import { open } from "node:fs/promises";
import type { ColumnData } from "../../../core/blocks/column-data.ts";
import { ArrowEncoder } from "../../../core/wire/arrow/arrow-encoder.ts";
import { jsonText } from "../../../core/text/json-text.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { csvLines } from "./csv-lines.ts";
import type { FileFormat } from "./file-formats.ts";
import { jsonLines } from "./json-lines.ts";

/** Takes the next piece of a file. */
export type TakeChunk = (chunk: string | Uint8Array) => Promise<unknown>;

/** Characters that are written at once. */
const CHUNK = 1 << 16;

/**
 * Writes tables with the same columns, in order, to a file that exists.
 *
 * @param asText - Parquet: columns to write as text, because their type can't hold all of their values.
 * @param whole - The first table has all rows.
 */
export async function writeResultFile(
  tables: AsyncIterable<Table>,
  path: string,
  format: FileFormat,
  asText: ReadonlySet<string> = new Set(),
  whole = false,
): Promise<void> {
  if (format === "parquet") {
    const { writeParquet } = await import("./write-parquet.ts");
    await writeParquet(tables, path, asText, whole);
    return;
  }
  // No `await using`, below which TypeScript leaves the address of an import() as it is.
  const file = await open(path, "w");
  try {
    await writeResult(tables, format, (chunk) => file.writeFile(chunk));
  } finally {
    await file.close();
  }
}

/** Writes tables with the same columns, in order, piece by piece; only one table and one piece are in memory. */
export async function writeResult(
  tables: AsyncIterable<Table>,
  format: Exclude<FileFormat, "parquet">,
  take: TakeChunk,
): Promise<void> {
  if (format === "arrow") {
    for await (const bytes of arrowParts(tables)) await take(bytes);
    return;
  }
  let pending = "";
  for await (const line of textLines(tables, format)) {
    pending += line;
    if (pending.length < CHUNK) continue;
    await take(pending);
    pending = "";
  }
  if (pending !== "") await take(pending);
}

/** Lines with line breaks. JSON is one list, with a row on each line. */
async function* textLines(
  tables: AsyncIterable<Table>,
  format: "csv" | "tsv" | "json" | "jsonl",
): AsyncGenerator<string> {
  let isFirst = true;
  let opening = "[\n";
  for await (const table of tables) {
    if (format === "jsonl") yield* jsonLines(table);
    else if (format !== "json") yield* csvLines(table, format === "tsv" ? "\t" : ",", isFirst);
    else
      for (const line of jsonLines(table)) {
        yield opening + line.slice(0, -1);
        opening = ",\n";
      }
    isFirst = false;
  }
  if (format === "json") yield opening === "[\n" ? "[]\n" : "\n]\n";
}

/** An Arrow IPC stream with a batch for each table. Columns without a service type are JSON text. */
async function* arrowParts(tables: AsyncIterable<Table>): AsyncGenerator<Uint8Array> {
  let encoder: ArrowEncoder | null = null;
  let typed: readonly boolean[] = [];
  for await (const table of tables) {
    const names = table.columnNames();
    if (encoder === null) {
      typed = names.map((name) => table.types[name] !== undefined);
      const columns = names.map((name) => ({ name, type: table.types[name] ?? "varchar" }));
      encoder = new ArrowEncoder(columns, { times: false });
      yield encoder.beginning;
    }
    const rows = table.indices();
    const columns = names.map((name, c): ColumnData => {
      const column = table.data()[name] as Column;
      const values = Array.from(rows, (row) => {
        const value = column.at(row);
        if (value === null || value === undefined) return null;
        return typed[c] === true || typeof value === "string" ? value : jsonText(value);
      });
      return { kind: "other", values };
    });
    yield encoder.batch({ rowCount: rows.length, columns });
  }
  if (encoder !== null) yield encoder.end;
}
