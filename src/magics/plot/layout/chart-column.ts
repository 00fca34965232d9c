import { readAnyTime } from "../../../core/dates/value-to-unix-ms.ts";
import { timeZoneOf } from "../../../core/table/columns/column-time-zone.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { NullableColumn } from "../../../core/table/columns/nullable-column.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { isMeasure } from "../../result/pivot/column-roles.ts";

/** A column for charts. */
export interface ChartColumn {
  readonly name: string;
  /** Instants, numbers, or names. */
  readonly kind: "time" | "number" | "category";
  readonly values: Column;
  /** Time zone of instants; null for dates and timestamps without a zone, which are drawn as they are. */
  readonly zone: string | null;
  /** Numbers and instants (unix ms) per row; NaN where missing. */
  readonly numbers: ArrayLike<number>;
}

const TIME_TYPE = /^(?:date|timestamp)\b/i;
const ZONELESS = /^(?:date|timestamp *(?:\(\d+\))?(?: without time zone)?)$/i;

/** Classifies a table's columns by their service types, else by their first value. */
export function chartColumns(table: Table, zone: string | undefined): ChartColumn[] {
  const data = table.data() as Record<string, Column>;
  return table.columnNames().map((name) => {
    const values = data[name] ?? [];
    const kind = kindOf(table, name, values);
    const own = zone ?? timeZoneOf(values) ?? (ZONELESS.test(table.types[name] ?? "") ? null : "UTC");
    return {
      name,
      kind,
      values,
      zone: own,
      // Computed only when used.
      get numbers() {
        const numbers = kind === "category" ? new Float64Array(0) : readNumbers(values, kind);
        Object.defineProperty(this, "numbers", { value: numbers });
        return numbers;
      },
    };
  });
}

function kindOf(table: Table, name: string, values: Column): ChartColumn["kind"] {
  const first = firstValue(values);
  if (first instanceof Date) return "time";
  if (TIME_TYPE.test(table.types[name] ?? "") && (first === null || readAnyTime(first) !== null))
    return "time";
  return isMeasure(table, name) ? "number" : "category";
}

/** The first non-null value; null if none. */
export function firstValue(values: Column): unknown {
  for (const value of values) if (value !== null && value !== undefined) return value;
  return null;
}

function readNumbers(values: Column, kind: "time" | "number"): ArrayLike<number> {
  if (values instanceof Float64Array || values instanceof Int32Array) return values;
  if (values instanceof DateColumn) return values.unixMs;
  if (values instanceof NullableColumn && !(values.values instanceof BigInt64Array)) {
    const { nulls } = values;
    const numbers = new Float64Array(values.values as ArrayLike<number>);
    for (let row = 0; row < nulls.length; row += 1) if (nulls[row] === 1) numbers[row] = NaN;
    return numbers;
  }
  const numbers = new Float64Array(values.length);
  let row = 0;
  for (const value of values) {
    const missing = value === null || value === undefined;
    numbers[row] = missing ? NaN : kind === "time" ? (readAnyTime(value) ?? NaN) : Number(value);
    row += 1;
  }
  return numbers;
}

/** All row indexes, in order. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
