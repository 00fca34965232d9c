import { parseDateColumn } from "../dates/parse-date-column.ts";
import { readAnyTime, timeReader, type TimeReader } from "../dates/value-to-unix-ms.ts";
import { ConfigError } from "../errors.ts";
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

function checkDates(parseDates: IndexAndDateOptions["parse_dates"]): DateColumnRequest[] {
  if (parseDates === null || parseDates === undefined) return [];
  if (Array.isArray(parseDates))
    return parseDates.map((name: unknown) => {
      if (typeof name !== "string") throw new ConfigError("parse_dates must list column names");
      return { name, format: null, read: readAnyTime };
    });
  if (typeof parseDates !== "object")
    throw new ConfigError("parse_dates must be a list of columns, or an object from column to format");
  return Object.entries(parseDates as Record<string, unknown>).map(([name, format]) => {
    if (typeof format !== "string")
      throw new ConfigError(`parse_dates format of ${JSON.stringify(name)} must be text`);
    return { name, format, read: timeReader(format) };
  });
}

/** @throws ConfigError for names that are not text, and invalid formats. */
export function parseIndexAndDates({ index_col, parse_dates }: IndexAndDateOptions): CheckedIndexAndDates {
  const index: readonly unknown[] =
    index_col == null ? [] : Array.isArray(index_col) ? (index_col as unknown[]) : [index_col];
  if (!index.every((name) => typeof name === "string"))
    throw new ConfigError(
      `index_col must be a column name or a list of them, not ${JSON.stringify(index_col)}`,
    );
  return { index, dates: checkDates(parse_dates) };
}

/** Sets a result's index and parses its date columns. @throws ConfigError for a column that the result lacks. */
export async function setIndexAndDates(table: Table, { index, dates }: CheckedIndexAndDates): Promise<Table> {
  if (dates.length === 0) return index.length === 0 ? table : table.set_index(...index);
  const data: Record<string, Column> = { ...(table.data() as Record<string, Column>) };
  const names = table.columnNames();
  for (const { name, format, read } of dates) {
    const column = names.includes(name) ? data[name] : undefined;
    if (column === undefined)
      throw new ConfigError(
        `parse_dates column ${JSON.stringify(name)} is not in the result; it has ${names.join(", ")}`,
      );
    data[name] = await parseDateColumn(name, column, read, format);
  }
  const types = { ...table.types };
  for (const { name } of dates) if (!/^(?:date|timestamp)\b/.test(types[name] ?? "")) delete types[name];
  const columns = names.map((name) => data[name] as Column);
  return Table.of(columns, names, { types, source: table.source }).set_index(...index);
}
