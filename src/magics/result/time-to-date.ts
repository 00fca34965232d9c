import { finerUnit, readAnyTime } from "../../core/dates/value-to-unix-ms.ts";
import { setTimeZone } from "../../core/table/columns/column-time-zone.ts";
import { DateColumn } from "../../core/table/columns/date-column.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { say } from "../notebook-host.ts";
import { plainRows } from "./plain-rows.ts";
import { replaceColumns } from "./replace-columns.ts";

/** Of a column `time`: of whole seconds, and with fractions. */
const SECOND = "timestamp(0) with time zone";
const INSTANT = "timestamp(3) with time zone";
const DATE_TYPE = /^(?:date|timestamp)\b/i;
const SECONDS_TYPE = /^(?:bigint|long|int)/i;
/** More digits than a Date can hold. */
const FINER = /\.\d{3}0*[1-9]/;
const ZONE = /^\S+ \S+ ([A-Za-z]\S*|[+-]\d\d:\d\d)$/;

/**
 * Makes dates of the columns whose service type is date or timestamp, and of the column `time`: there numbers are seconds since 1970
 * (UTC), texts are points in time as the engines write them (no zone: UTC). A column in which any value is neither stays as it is, and so
 * does one with fractions of a millisecond. Timestamps that all have one zone are shown in it. Where `time` holds numbers that are no
 * seconds, a line on stderr says what they may be.
 *
 * @param except - Columns that stay as they are.
 */
export function time_to_date(table: Table, except?: ReadonlySet<string>): Table {
  const plain = plainRows(table);
  const data = plain.data() as Record<string, Column>;
  const dates = new Map<string, Column>();
  const types = new Map<string, string>();
  for (const name of plain.columnNames()) {
    const column = data[name];
    const type = Object.hasOwn(plain.types, name) ? (plain.types[name] ?? "") : "";
    const typed = DATE_TYPE.test(type);
    if (
      except?.has(name) ||
      (!typed && name !== "time") ||
      column === undefined ||
      column instanceof DateColumn
    )
      continue;
    // Results with and without rows have the same types.
    const read = readDates(column, typed || SECONDS_TYPE.test(type), name);
    if (read === null) continue;
    dates.set(name, read);
    if (!typed) types.set(name, read.unixMs.every((ms) => !(ms % 1000)) ? SECOND : INSTANT);
  }
  return dates.size === 0 ? table : replaceColumns(plain, dates, Object.fromEntries(types));
}

/** @returns null when a value is no point in time, or when there are no values and the type is none of times (`holdsTimes`). */
function readDates(column: Column, holdsTimes: boolean, name: string): DateColumn | null {
  const unixMs = new Float64Array(column.length).fill(NaN);
  let found = 0;
  let zone = "";
  let row = -1;
  for (const value of column) {
    row += 1;
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    if (typeof value === "string" && FINER.test(value)) return null;
    const ms = readAnyTime(value);
    if (ms === null) {
      warnOfUnit(value, name);
      return null;
    }
    unixMs[row] = ms;
    const own = typeof value === "string" ? (ZONE.exec(value)?.[1] ?? "") : "";
    zone = found === 0 || zone === own ? own : "";
    found += 1;
  }
  if (found === 0 && !holdsTimes) return null;
  const dates = new DateColumn(unixMs);
  if (zone.includes("/")) setTimeZone(dates, zone);
  return dates;
}

function warnOfUnit(value: unknown, name: string): void {
  const finer = finerUnit(value);
  if (finer === null) return;
  say(
    `WARNING: the column ${name} is not shown as dates: as seconds ${String(value)} is no time, but it would be ${finer}`,
    "stderr",
  );
}
