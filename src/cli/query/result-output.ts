import { createReadStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Table } from "../../core/table/table.ts";
import { textWidth, visibleText } from "../../core/text/visible-text.ts";
import { counted, countText } from "../../magics/display/number-text.ts";
import { toText } from "../../magics/display/table/table-text.ts";
import { saveParts } from "../../magics/result/save/save.ts";
import { FILE_FORMATS, type FileFormat } from "../../magics/result/save/file-formats.ts";
import { writeResult } from "../../magics/result/save/write-result.ts";
import { removeAll } from "../../system/system.ts";
import { complain, print } from "../print.ts";
import { CommandError, EXIT } from "../report-error.ts";
import { clearProgress } from "./progress-line.ts";

/** Options of the commands that print or write a result. */
export interface OutputOptions {
  readonly format?: FileFormat | "table";
  /** File to write instead of standard output. */
  readonly output?: string;
  readonly limit?: number;
}

/** A result that is read as one table, or as tables in order. */
export interface ReadableResult {
  readonly whole: () => Promise<Table>;
  readonly parts: AsyncIterable<Table>;
}

/** Options of a read of at most so many rows. */
export type Limited = { readonly limit?: number };

/** Rows that a terminal shows without `--limit`. */
const TERMINAL_ROWS = 100;

const count = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("--limit is a number of rows.");
  return Number(text);
};

export function withOutput(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--format <name>",
        "how to write the rows (default: a table in a terminal, else csv; with --output by the file's ending)",
      ).choices(["table", ...FILE_FORMATS]),
    )
    .option("-o, --output <file>", "file to write, which is replaced when it is complete")
    .option(
      "--limit <rows>",
      `rows to read (default: all; of a table in a terminal ${TERMINAL_ROWS})`,
      count,
    );
}

/** Writes a result as the options say. @param read - Gives the result; it may read it once. @throws CommandError for a format that does not go there. */
export async function writeOutput(
  read: (limited: Limited) => ReadableResult,
  options: OutputOptions,
): Promise<void> {
  const { output, limit, format = output === undefined ? ownFormat() : undefined } = options;
  if (output === undefined && format === "table") {
    await printTable(read, limit);
    return;
  }
  const { parts } = read(limit === undefined ? {} : { limit });
  if (output !== undefined) {
    if (format === "table")
      throw new CommandError(
        "--format table is for a terminal; for a file choose another format",
        EXIT.usage,
      );
    const rows = await saveParts(output, false, () => withColumns(parts), format);
    clearProgress();
    if (process.stderr.isTTY) complain(`${counted(rows, "row")} saved to ${output}\n`);
  } else if ((format === "parquet" || format === "arrow") && process.stdout.isTTY)
    throw new CommandError(`a terminal can't show ${format}; name a file: -o result.${format}`, EXIT.usage);
  else if (format === "parquet") await sendParquet(parts);
  else if (format !== undefined && format !== "table") await writeResult(withColumns(parts), format, send);
}

const ownFormat = (): "table" | "csv" => (process.stdout.isTTY ? "table" : "csv");

/** A statement without a result gives one table without columns, of which nothing is written. */
async function* withColumns(tables: AsyncIterable<Table>): AsyncGenerator<Table> {
  for await (const table of tables) if (table.numCols() > 0) yield table;
}

async function printTable(read: (limited: Limited) => ReadableResult, limit = TERMINAL_ROWS): Promise<void> {
  const table = await read({ limit }).whole();
  clearProgress();
  const { columns = Infinity } = process.stdout;
  let maxColumns = table.numCols();
  const widest = (text: string): number => Math.max(...text.split("\n").map(textWidth));
  let text = toText(table, maxColumns, limit);
  while (widest(text) > columns && maxColumns > 2) text = toText(table, (maxColumns -= 1), limit);
  print(`${text}\n`);
  const total = table.source?.rows ?? 0;
  if (table.outcome === null && total > table.numRows())
    complain(`${countText(table.numRows())} of ${counted(total, "row")}; --limit ${total} shows all\n`);
}

/** Writes to standard output; rejects when its reader is gone. Rows can't control a terminal. */
async function send(chunk: string | Uint8Array): Promise<void> {
  clearProgress();
  const bytes = typeof chunk === "string" && process.stdout.isTTY ? visibleText(chunk) : chunk;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** A Parquet file is complete with its last bytes, which name the places of the others: it is written to a file first. */
async function sendParquet(parts: AsyncIterable<Table>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "svclib-query-"));
  try {
    const path = join(folder, "result.parquet");
    await saveParts(path, false, () => withColumns(parts));
    for await (const chunk of createReadStream(path)) await send(chunk as Uint8Array);
  } finally {
    await removeAll(folder);
  }
}
