import { DateColumn } from "../../core/table/columns/date-column.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { inTimeZone } from "../../core/table/columns/column-display.ts";
import { say } from "../notebook-host.ts";
import { checkTimeZone } from "../time-zone.ts";
import { plainRows, replaceColumns } from "./replace-columns.ts";

/**
 * Set the time zone in which the dates of the index are displayed, plotted and written. The instants do not change. A table without
 * dates in its index is unchanged, with a line on stderr.
 *
 * @param zone - IANA time zone, such as `Asia/Tokyo`, or `UTC`.
 * @throws UsageError when there is no such zone.
 */
export function set_timezone(table: Table, zone: string): Table {
  const name = checkTimeZone(zone);
  const plain = plainRows(table);
  const data = plain.data() as Record<string, Column>;
  const zoned = new Map<string, Column>();
  for (const column of plain.index) {
    const values = data[column] ?? [];
    if (holdsDates(values)) zoned.set(column, inTimeZone(values, name));
  }
  if (zoned.size === 0) {
    say(`WARNING: the time zone ${name} has no effect: the index of the result is not a date`, "stderr");
    return table;
  }
  return replaceColumns(plain, zoned);
}

function holdsDates(values: Column): boolean {
  if (values instanceof DateColumn) return true;
  for (const value of values) if (value !== null && value !== undefined) return value instanceof Date;
  return false;
}
