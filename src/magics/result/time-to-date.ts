import { finerUnit, readAnyTime } from "../../core/dates/value-to-unix-ms.ts";
import { setTimeZone } from "../../core/table/columns/column-display.ts";
import { DateColumn } from "../../core/table/columns/date-column.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { columnKind, isMoment, parseServiceType } from "../../core/wire/service-type.ts";
import { say } from "../notebook-host.ts";
import { plainRows, replaceColumns } from "./replace-columns.ts";

/** Types of a column `time`: in whole seconds, and with fractions. */
const SECOND = "timestamp(0) with time zone";
const INSTANT = "timestamp(3) with time zone";
/** More digits than a Date has. */
const FINER = /\.\d{3}0*[1-9]/;
const ZONE = /^\S+ \S+ ([A-Za-z]\S*|[+-]\d\d:\d\d)$/;

/**
 * Convert columns to dates: those of service type date or timestamp, and the column `time`, where numbers are seconds since 1970 (UTC)
 * and text is a time as the engines write it (UTC without a zone). A column with any other value, or with fractions of a millisecond, is
 * unchanged. Timestamps that all have one zone are displayed in it. If numbers in `time` are not seconds, a line on stderr suggests what
 * they may be.
 *
 * @param except - Columns not to convert.
 */
export function time_to_date(table: Table, except?: ReadonlySet<string>): Table {
  const plain = plainRows(table);
  const data = plain.data() as Record<string, Column>;
  const dates = new Map<string, Column>();
  const types = new Map<string, string>();
  for (const name of plain.columnNames()) {
    const column = data[name];
    const type = Object.hasOwn(plain.types, name) ? (plain.types[name] ?? "") : "";
    const service = parseServiceType(type);
    const isTime = isMoment(service);
    if (
      except?.has(name) ||
      (!isTime && name !== "time") ||
      column === undefined ||
      column instanceof DateColumn
    )
      continue;
    // Results have the same types with and without rows.
    const read = readDates(column, isTime || columnKind(service) === "integer", name);
    if (read === null) continue;
    dates.set(name, read);
    if (!isTime) types.set(name, read.unixMs.every((ms) => !(ms % 1000)) ? SECOND : INSTANT);
  }
  return dates.size === 0 ? table : replaceColumns(plain, dates, Object.fromEntries(types));
}

/** @returns null when a value is not a time, or there are no values and the type is not a time type (`holdsTimes`). */
function readDates(column: Column, holdsTimes: boolean, name: string): DateColumn | null {
  const unixMs = new Float64Array(column.length).fill(NaN);
  let count = 0;
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
    zone = count === 0 || zone === own ? own : "";
    count += 1;
  }
  if (count === 0 && !holdsTimes) return null;
  const dates = new DateColumn(unixMs);
  if (zone.includes("/")) setTimeZone(dates, zone);
  return dates;
}

function warnOfUnit(value: unknown, name: string): void {
  const finer = finerUnit(value);
  if (finer === null) return;
  say(
    `WARNING: the column ${name} is not shown as dates: as seconds ${String(value)} is not a time; it would be ${finer}`,
    "stderr",
  );
}
