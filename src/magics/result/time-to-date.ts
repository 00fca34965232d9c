import { finerUnit, readAnyTime } from "../../core/dates/value-to-unix-ms.ts";
import { DateColumn } from "../../core/table/date-column.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { host } from "../notebook-host.ts";
import { plainRows } from "./plain-rows.ts";
import { replaceColumns } from "./replace-columns.ts";

const INSTANT = "timestamp(3) with time zone";

/**
 * Makes dates of the column `time`, when there is one: numbers are seconds since 1970 (UTC), texts are points in time as the engines write
 * them (no zone: UTC). A column in which any value is neither stays as it is, and so does every other column; where it holds numbers that
 * are no seconds, a line on stderr says what they may be.
 */
export function time_to_date(table: Table): Table {
  if (!table.columnNames().includes("time")) return table;
  const plain = plainRows(table);
  const column = plain.data()["time"] as Column;
  if (column instanceof DateColumn) return table;
  const unixMs = new Float64Array(column.length).fill(NaN);
  let dates = 0;
  for (let row = 0; row < column.length; row += 1) {
    const value = column.at(row);
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    const ms = readAnyTime(value);
    if (ms === null) {
      warnOfUnit(value);
      return table;
    }
    unixMs[row] = ms;
    dates += 1;
  }
  // Results with and without rows have the same types.
  const holdsTimes = /^(?:bigint|long|int|timestamp|date\b)/.test(table.types["time"] ?? "");
  if (dates === 0 && !holdsTimes) return table;
  return replaceColumns(plain, new Map([["time", new DateColumn(unixMs)]]), { time: INSTANT });
}

function warnOfUnit(value: unknown): void {
  const finer = finerUnit(value);
  if (finer === null) return;
  host().print(
    `WARNING: the column time is not shown as dates: as seconds ${String(value)} is no time, but it would be ${finer}\n`,
    "stderr",
  );
}
