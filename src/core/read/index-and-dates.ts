import { finerUnit, readAnyTime, timeReader, type TimeReader } from "../dates/value-to-unix-ms.ts";
import { ambiguousZone } from "../../dialect/time/zone-names.ts";
import { ConfigError, DecodeError } from "../errors.ts";
import { checkOptions, form, type OptionForms } from "../options/option-forms.ts";
import { isPlainObject } from "../text/json-text.ts";
import { DateColumn } from "../table/columns/date-column.ts";
import { Table, type Column } from "../table/table.ts";

/** Index and date columns of a result. */
export interface IndexAndDateOptions {
  /** Column, or columns, to use as the index. Default: the integer index. */
  readonly index_col?: string | readonly string[] | null | undefined;
  /**
   * Columns to parse as `Date`. A list: ISO text, `YYYY-MM-DD HH:MM:SS`, or unix seconds. An object from column name
   * to format: a strftime pattern for text, or `D`, `s`, `ms`, `us`, `ns` for integers. UTC unless the value has a
   * zone; truncated to milliseconds.
   */
  readonly parse_dates?: readonly string[] | Readonly<Record<string, string>> | null | undefined;
}

/** Options that leave the columns' types as they are. */
export interface WithoutDates {
  readonly parse_dates?: null | undefined;
}

interface DateColumnRequest {
  readonly name: string;
  /** Null: any format. */
  readonly format: string | null;
  readonly read: TimeReader;
}

export interface CheckedIndexAndDates {
  readonly index: readonly string[];
  readonly dates: readonly DateColumnRequest[];
}

/** The formats of dates are checked when they are parsed, see {@link parseIndexAndDates}. */
export const SHAPE_FORMS: OptionForms<IndexAndDateOptions> = {
  index_col: form.names,
  parse_dates: {
    wanted: "a list of column names, or an object from column to format",
    holds: (value) =>
      Array.isArray(value)
        ? value.every(form.text.holds)
        : typeof value === "object" &&
          isPlainObject(value as object) &&
          Object.values(value as object).every(form.text.holds),
  },
};

/** @throws ConfigError for options that are not of their form, and invalid formats. */
export function parseIndexAndDates({ index_col, parse_dates }: IndexAndDateOptions): CheckedIndexAndDates {
  checkOptions("the read", { index_col, parse_dates }, SHAPE_FORMS);
  const index = index_col == null ? [] : typeof index_col === "string" ? [index_col] : index_col;
  const dates = Array.isArray(parse_dates)
    ? (parse_dates as readonly string[]).map((name) => ({ name, format: null, read: readAnyTime }))
    : Object.entries((parse_dates ?? {}) as Record<string, string>).map(([name, format]) => ({
        name,
        format,
        read: timeReader(format),
      }));
  return { index, dates };
}

/** Sets a result's index and parses its date columns. @throws ConfigError for a column that the result lacks. */
export async function setIndexAndDates(table: Table, { index, dates }: CheckedIndexAndDates): Promise<Table> {
  if (dates.length === 0) return index.length === 0 ? table : table.set_index(...index);
  const data: Record<string, Column> = { ...(table.data() as Record<string, Column>) };
  const names = table.columnNames();
  for (const request of dates) {
    const { name } = request;
    const column = names.includes(name) ? data[name] : undefined;
    if (column === undefined)
      throw new ConfigError(
        `parse_dates column ${JSON.stringify(name)} is not in the result; it has ${names.join(", ")}`,
      );
    data[name] = await parseDateColumn(request, column);
  }
  const types = { ...table.types };
  for (const { name } of dates) if (!/^(?:date|timestamp)\b/.test(types[name] ?? "")) delete types[name];
  const columns = names.map((name) => data[name] as Column);
  return Table.of(columns, names, { types, source: table.source }).set_index(...index);
}

/** Rows parsed before yielding to the event loop. */
const ROWS_AT_ONCE = 20_000;

/** Turns a column into dates; nulls stay, and empty texts become null. @throws DecodeError naming the column, row and value that can't be parsed. */
async function parseDateColumn(
  { name, read, format }: DateColumnRequest,
  column: Column,
): Promise<DateColumn> {
  const unixMs = new Float64Array(column.length);
  for (let row = 0; row < column.length; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const value = column.at(row);
    // An empty text is missing, as in pandas.
    const ms = value === null || value === undefined || value === "" ? NaN : read(value);
    if (ms === null) throw notATime(name, row, value, format);
    unixMs[row] = ms;
  }
  return new DateColumn(unixMs);
}

function notATime(name: string, row: number, value: unknown, format: string | null): DecodeError {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
  const names =
    (typeof value === "string" ? ambiguousZone(value) : null) ??
    (format === null ? "ISO text or unix seconds" : `format ${JSON.stringify(format)}`);
  const finer = format === null || format === "s" ? finerUnit(value) : null;
  const hint = finer === null ? "" : `; it would be ${finer}: give the column that format`;
  return new DecodeError(
    `parse_dates: ${text} in row ${row} of column ${JSON.stringify(name)} is not a time (${names})${hint}`,
  );
}
