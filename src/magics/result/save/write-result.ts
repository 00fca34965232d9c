import { open, writeFile } from "node:fs/promises";
import type { ColumnData } from "../../../core/blocks/column-data.ts";
import { ArrowEncoder } from "../../../core/wire/arrow/arrow-encoder.ts";
import { jsonText, hexText } from "../../../core/text/json-text.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { csvQuoter } from "../../../core/text/csv-quoter.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import { datePrecision, formatDate, type DatePrecision } from "../../display/table/format-date.ts";
import { columnKind, parseServiceType } from "../../../core/wire/service-type.ts";
import type { FileFormat } from "./file-formats.ts";

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
  if (format === "arrow" && whole) {
    for await (const table of tables) await writeFile(path, table.toArrowIPC());
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

/** An Arrow IPC stream with a batch for each table, whose dates are text. Columns without a service type are JSON text. */
async function* arrowParts(tables: AsyncIterable<Table>): AsyncGenerator<Uint8Array> {
  let encoder: ArrowEncoder | null = null;
  let hasType: readonly boolean[] = [];
  for await (const table of tables) {
    const names = table.columnNames();
    if (encoder === null) {
      hasType = names.map((name) => table.types[name] !== undefined);
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
        return hasType[c] === true || typeof value === "string" ? value : jsonText(value);
      });
      return { kind: "other", values };
    });
    yield encoder.batch({ rowCount: rows.length, columns });
  }
  if (encoder !== null) yield encoder.end;
}

/**
 * The lines of a table as CSV (RFC 4180, line feeds). Null is an empty field, empty text is `""`; in
 * a single-column table null is `""` too, as readers skip empty lines. Timestamps with a zone have an offset, in the
 * column's time zone or UTC; the precision of dates is of the service type, else as their values need. Doubles have a point, binary is hexadecimal, lists, maps and rows are
 * JSON.
 */
function* csvLines(table: Table, delimiter: string, withHeader: boolean): Generator<string> {
  const quote = csvQuoter(delimiter);
  const names = table.columnNames();
  const columns = names.map((name) => table.data()[name] as Column);
  const formats = columns.map((column, at) => fieldFormat(column, table.types[names[at] ?? ""], quote));
  const nothing = columns.length === 1 ? '""' : "";
  if (withHeader) yield `${names.map(quote).join(delimiter)}\n`;
  for (let row = 0; row < table.numRows(); row += 1) {
    yield `${columns.map((column, at) => formats[at]?.(column.at(row)) ?? nothing).join(delimiter)}\n`;
  }
}

/** A formatter that returns null for missing values. */
function fieldFormat(
  column: Column,
  type: string | undefined,
  quote: (text: string) => string,
): (value: unknown) => string | null {
  const json = valueText(type);
  const zone = timeZoneOf(column) ?? (/with time zone$/i.test(type ?? "") ? "UTC" : null);
  const precision = typePrecision(type) ?? datePrecision(dates(column), zone);
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Date)
      return Number.isNaN(value.getTime()) ? null : formatDate(value, zone, precision);
    if (typeof value === "string") return quote(value);
    if (value instanceof Uint8Array) return hexText(value) || '""';
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : quote(json(value));
  };
}

/** Based on the type only, as later values of a streamed result are unknown. */
function typePrecision(type: string | undefined): DatePrecision | null {
  const [, name, digits] = /^(date|timestamp)(?:\((\d+)\))?/i.exec(type ?? "") ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === "date" ? "day" : digits === "0" ? "second" : "millisecond";
}

function* dates(column: Column): Generator<Date> {
  for (const value of column) if (value instanceof Date) yield value;
}

/**
 * The lines of a table, one JSON object per row. Integers and decimals are exact numbers, doubles have a point, dates are days, timestamps are
 * `2024-05-06 07:08:09.000`, with a zone ISO text in UTC, binary is hexadecimal text, and rows are objects.
 */
function* jsonLines(table: Table): Generator<string> {
  const columns = table.columnNames().map((name) => ({
    key: JSON.stringify(name),
    values: table.data()[name] as Column,
    text: valueText(table.types[name]),
  }));
  for (let row = 0; row < table.numRows(); row += 1) {
    yield `{${columns.map(({ key, values, text }) => `${key}:${text(values.at(row))}`).join(",")}}\n`;
  }
}

/**
 * Formats a column's values as JSON by service type: doubles always with a point, decimals as exact numbers, rows with field names, dates
 * as days, timestamps without a zone as the service writes them.
 */
function valueText(serviceType: string | undefined): (value: unknown) => string {
  if (serviceType === undefined) return jsonText;
  const type = parseServiceType(serviceType);
  if (columnKind(type) === "float") {
    return (value) => {
      const text = jsonText(value);
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    };
  }
  // A day in a time zone, and a day of another type's value, may have a time.
  const dateText =
    type.name === "date"
      ? (iso: string) => iso.replace(/T00:00:00\.000Z"$/, '"')
      : type.name === "timestamp"
        ? (iso: string) => iso.replace("T", " ").replace('Z"', '"')
        : (iso: string) => iso;
  return (value) => (value instanceof Date ? dateText(jsonText(value)) : jsonText(value, type));
}
