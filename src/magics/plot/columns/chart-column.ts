import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";
import { readAnyTime } from "../../../core/dates/value-to-unix-ms.ts";
import { columnNumbers } from "../../../core/table/columns/column-numbers.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { isMeasure } from "../../result/pivot/column-roles.ts";

export interface ChartColumn {
  readonly name: string;
  /** Its name in the specification's data: the column's, without characters that Vega-Lite reads as a path. */
  readonly field: string;
  /** Instants, numbers, or names. */
  readonly kind: "time" | "number" | "category";
  readonly values: Column;
  /** Time zone of instants; null for dates and timestamps without a zone, which are drawn as they are. */
  readonly zone: string | null;
  /** Numbers and instants (unix ms) per row; NaN where missing. */
  readonly numbers: ArrayLike<number>;
  /** Shifts unix ms to the zone's clock, so that reading them as UTC shows the zone's time. */
  readonly clock: (unixMs: number) => number;
}

const TIME_TYPE = /^(?:date|timestamp)\b/i;
/** A month, a day, or a time without a zone, as td_time_format and td_time_string write them. */
const DATE_TEXT = /^\d{4}-\d\d(?:-\d\d(?:[ T]\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?)?)?$/;
const ZONELESS = /^(?:date|timestamp *(?:\(\d+\))?(?: without time zone)?)$/i;
const FIELD_LENGTH = 40;
const QUARTER_HOUR = 900_000;

/** Classifies a table's columns by their service types, else by their values. */
export function chartColumns(table: Table, zone: string | undefined): ChartColumn[] {
  const data = table.data() as Record<string, Column>;
  const fields = fieldNames(table.columnNames());
  return table.columnNames().map((name, at) => {
    const values = data[name] ?? [];
    const isText = areDateTexts(values);
    const kind = isText ? "time" : kindOf(table, name, values);
    const own = zone ?? timeZoneOf(values) ?? (ZONELESS.test(table.types[name] ?? "") ? null : "UTC");
    // The query has already chosen the clock of a text.
    const zoned = isText ? null : own;
    return {
      name,
      field: fields[at] ?? name,
      kind,
      values,
      zone: zoned,
      clock: clockOf(zoned ?? "UTC"),
      // Computed only when used.
      get numbers() {
        const read = kind === "time" ? (value: unknown) => readTime(value) ?? NaN : Number;
        const numbers = kind === "category" ? new Float64Array(0) : columnNumbers(values, read);
        Object.defineProperty(this, "numbers", { value: numbers });
        return numbers;
      },
    };
  });
}

/** Names that Vega and its expressions read as they are. */
function fieldNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^\p{L}\p{N}_ ]+/gu, "_").slice(0, FIELD_LENGTH);
    const safe = plain === "" || plain === "if" || plain in Object.prototype ? `${plain}_` : plain;
    let field = safe;
    for (let n = 2; taken.has(field); n += 1) field = `${safe}_${n}`;
    taken.add(field);
    return field;
  });
}

function kindOf(table: Table, name: string, values: Column): ChartColumn["kind"] {
  const first = firstValue(values);
  if (first instanceof Date) return "time";
  if (TIME_TYPE.test(table.types[name] ?? "") && (first === null || readAnyTime(first) !== null))
    return "time";
  return isMeasure(table, name) ? "number" : "category";
}

function areDateTexts(values: Column): boolean {
  if (!isDateText(firstValue(values))) return false;
  for (const value of values) if (value !== null && value !== undefined && !isDateText(value)) return false;
  return true;
}

const isDateText = (value: unknown): boolean =>
  typeof value === "string" && DATE_TEXT.test(value) && readTime(value) !== null;

const readTime = (value: unknown): number | null =>
  readAnyTime(typeof value === "string" && value.length === "2024-05".length ? `${value}-01` : value);

/** A range of times on the column's clock. */
export const clocked = ({ clock }: ChartColumn, { low, high }: { low: number; high: number }) =>
  low <= high ? { low: clock(low), high: clock(high) } : { low, high };

/** Offsets change only at quarters of an hour, and are looked up once per quarter. */
function clockOf(zone: string): ChartColumn["clock"] {
  if (zone === "UTC") return (unixMs) => unixMs;
  const offsets = new Map<number, number>();
  return (unixMs) => {
    const quarter = Math.floor(unixMs / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = zoneOffsetAt(zone, quarter * QUARTER_HOUR);
      offsets.set(quarter, offset);
    }
    return unixMs + offset;
  };
}

/** The first non-null value; null if none. */
export function firstValue(values: Column): unknown {
  for (const value of values) if (value !== null && value !== undefined) return value;
  return null;
}

/** Whether all numbers pass a test; missing ones are NaN. */
export function everyNumber(
  { numbers }: Pick<ChartColumn, "numbers">,
  test: (value: number, row: number) => boolean,
): boolean {
  for (let row = 0; row < numbers.length; row += 1) if (!test(numbers[row] ?? NaN, row)) return false;
  return true;
}

export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}

/** The sum of a column's absolute values in some rows; without a column, their number. */
export function sizeOf(column: ChartColumn | null, rows: Uint32Array): number {
  if (column === null) return rows.length;
  let sum = 0;
  for (const row of rows) sum += Math.abs(column.numbers[row] ?? 0) || 0;
  return sum;
}
