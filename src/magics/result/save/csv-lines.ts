import { csvQuoter } from "../../../core/text/csv-quoter.ts";
import { hexText } from "../../../core/text/json-text.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import { datePrecision, formatDate, type DatePrecision } from "../../display/table/format-date.ts";
import { valueText } from "./value-text.ts";

/**
 * The lines of a table as CSV (RFC 4180, line feeds). Null is an empty field, empty text is `""`; in
 * a single-column table null is `""` too, as readers skip empty lines. Timestamps with a zone have an offset, in the
 * column's time zone or UTC; the precision of dates is of the service type, else as their values need. Doubles have a point, binary is hexadecimal, lists, maps and rows are
 * JSON.
 */
export function* csvLines(table: Table, delimiter: string, withHeader: boolean): Generator<string> {
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
