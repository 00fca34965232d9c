import type { Column, Table } from "../../core/table/table.ts";
import { timeZoneOf } from "../../core/table/column-time-zone.ts";
import { datePrecision, formatDate } from "../display/format-date.ts";
import { jsonText } from "./json-text.ts";
import { writeTextFile } from "./write-text-file.ts";

/**
 * Writes a table as CSV (RFC 4180, UTF-8, line feeds) with a header. Null is an empty field and an empty text is `""`. Dates of a column
 * with a time zone carry its offset; others are UTC. Lists and objects are JSON.
 */
export function writeCsv(table: Table, path: string, delimiter: string): Promise<void> {
  return writeTextFile(path, csvLines(table, delimiter));
}

function* csvLines(table: Table, delimiter: string): Generator<string> {
  const quote = quoter(delimiter);
  const names = table.columnNames();
  const columns = names.map((name) => table.data()[name] as Column);
  const formats = columns.map((column) => fieldFormat(column, quote));
  yield `${names.map(quote).join(delimiter)}\n`;
  for (let row = 0; row < table.numRows(); row += 1) {
    yield `${columns.map((column, at) => formats[at]?.(column.at(row)) ?? "").join(delimiter)}\n`;
  }
}

function quoter(delimiter: string): (text: string) => string {
  return (text) =>
    text === "" || text.includes(delimiter) || /["\n\r]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
}

function fieldFormat(column: Column, quote: (text: string) => string): (value: unknown) => string {
  const zone = timeZoneOf(column);
  const precision = datePrecision(dates(column), zone);
  return (value) => {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : formatDate(value, zone, precision);
    if (typeof value === "number" || typeof value === "bigint") return String(value);
    return quote(typeof value === "string" ? value : jsonText(value));
  };
}

function* dates(column: Column): Generator<Date> {
  for (const value of column) if (value instanceof Date) yield value;
}
