import { DecodeError } from "../errors.ts";
import { DateColumn } from "../table/columns/date-column.ts";
import type { Column } from "../table/table.ts";
import { finerUnit, type TimeReader } from "./value-to-unix-ms.ts";
import { ambiguousZone } from "./zone-name.ts";

/** Rows parsed before yielding to the event loop. */
const ROWS_AT_ONCE = 20_000;

/** Turns a column into dates; nulls stay. @throws DecodeError naming the column, row and value that can't be parsed. */
export async function parseDateColumn(
  name: string,
  column: Column,
  read: TimeReader,
  format: string | null,
): Promise<DateColumn> {
  const unixMs = new Float64Array(column.length);
  for (let row = 0; row < column.length; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const value = column.at(row);
    const ms = value === null || value === undefined ? NaN : read(value);
    if (ms === null) throw notATime(name, row, value, format);
    unixMs[row] = ms;
  }
  return new DateColumn(unixMs);
}

function notATime(name: string, row: number, value: unknown, format: string | null): DecodeError {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
  const wanted =
    (typeof value === "string" ? ambiguousZone(value) : null) ??
    (format === null ? "ISO text or unix seconds" : `format ${JSON.stringify(format)}`);
  const finer = format === null || format === "s" ? finerUnit(value) : null;
  const hint = finer === null ? "" : `; it would be ${finer}: give the column that format`;
  return new DecodeError(
    `parse_dates: ${text} in row ${row} of column ${JSON.stringify(name)} is not a time (${wanted})${hint}`,
  );
}
