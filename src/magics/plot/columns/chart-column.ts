// This folder: a column as a chart sees it: its kind, unit of time, categories.

import { readAnyTime } from "../../../core/dates/value-to-unix-ms.ts";
import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";
import { columnNumbers } from "../../../core/table/columns/column-numbers.ts";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import { isMeasure } from "../../result/pivot/column-roles.ts";
import { categoriesOf, distinctText, type Categories, type ColumnValues } from "./categories.ts";
import { summaryOf, type Summary } from "./summary.ts";
import { timeUnitOf, type TimeUnit } from "./time-unit.ts";

/** What a column is. */
interface DescribedValues extends ColumnValues {
  readonly name: string;
  /** Its name in the specification's data: the column's, without characters that Vega-Lite reads as a path. */
  readonly field: string;
}

/** A column as charts see it. What is computed of its rows is computed when it is first used. */
export interface ChartColumn extends DescribedValues {
  /** What an axis over it is called. */
  readonly title: string;
  /** Numbers, instants (unix ms) and the codes of names per row; NaN where missing. */
  readonly numbers: ArrayLike<number>;
  readonly categories: Categories;
  /** Of the numbers of all rows; of times before they are on the clock. */
  readonly summary: Summary;
  readonly unit: TimeUnit;
  /** Shifts unix ms to the zone's clock, so that reading them as UTC shows the zone's time. */
  readonly clock: (unixMs: number) => number;
  /** A number as the chart's data have it: an instant on its clock, a name; null if missing. */
  readonly draw: (number: number | undefined) => number | string | null;
}

/** @param own - Its numbers or its categories, where they don't follow from the values; read when they are first used */
export function chartColumn(
  facts: DescribedValues,
  own: Partial<Pick<ChartColumn, "numbers" | "categories">> = {},
): ChartColumn {
  const { name, kind, values, zone } = facts;
  const clock = clockOf(zone ?? "UTC");
  const categories = once(() => own.categories ?? categoriesOf(facts));
  const numbers = once(() => {
    if (kind === "category") return categories().codes;
    return own.numbers ?? columnNumbers(values, kind === "time" ? readTime : Number);
  });
  const summary = once(() => summaryOf(numbers()));
  const unit = once(() => timeUnitOf(numbers(), clock));
  return {
    ...facts,
    title: kind === "time" && zone !== null ? `${name} (${zone})` : name,
    clock,
    get numbers() {
      return numbers();
    },
    get categories() {
      return categories();
    },
    get summary() {
      return summary();
    },
    get unit() {
      return unit();
    },
    draw: (number = NaN) => {
      if (kind === "category") return categories().labels[number] ?? null;
      return Number.isFinite(number) ? clock(number) : null;
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

const TIME_TYPE = /^(?:date|timestamp)\b/i;
/** A month, a day, or a time without a zone, as td_time_format and td_time_string write them. */
const DATE_TEXT = /^\d{4}-\d\d(?:-\d\d(?:[ T]\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?)?)?$/;
const ZONELESS = /^(?:date|timestamp *(?:\(\d+\))?(?: without time zone)?)$/i;
const QUARTER_HOUR = 900_000;

/** Classifies a table's columns by their service types, else by their values. */
export function chartColumns(table: Table, zone: string | undefined): ChartColumn[] {
  const data = table.data() as Record<string, Column>;
  const fields = new Set<string>();
  return table.columnNames().map((name) => {
    const values = data[name] ?? [];
    const isText = areDateTexts(values);
    const kind = isText ? "time" : kindOf(table, name, values);
    const own = zone ?? timeZoneOf(values) ?? (ZONELESS.test(table.types[name] ?? "") ? null : "UTC");
    const field = distinctText(fieldOf(name), fields, (n) => `_${n}`);
    // The query has already chosen the clock of a text.
    return chartColumn({ name, field, kind, values, zone: isText || kind !== "time" ? null : own });
  });
}

/** A name that Vega and its expressions read as it is. */
function fieldOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_ ]+/gu, "_").slice(0, 40);
  return plain === "" || plain === "if" || plain in Object.prototype ? `${plain}_` : plain;
}

function kindOf(table: Table, name: string, values: Column): ChartColumn["kind"] {
  const first = firstValue(values);
  if (first instanceof Date) return "time";
  if (TIME_TYPE.test(table.types[name] ?? "") && (first === null || readAnyTime(first) !== null))
    return "time";
  return isMeasure(table, name) ? "number" : "category";
}

function areDateTexts(values: Column): boolean {
  if (firstValue(values) === null) return false;
  for (const value of values) if (value !== null && value !== undefined && !isDateText(value)) return false;
  return true;
}

const isDateText = (value: unknown): boolean =>
  typeof value === "string" && DATE_TEXT.test(value) && Number.isFinite(readTime(value));

/** Unix ms, NaN for what is no time. */
const readTime = (value: unknown): number =>
  readAnyTime(typeof value === "string" && value.length === "2024-05".length ? `${value}-01` : value) ?? NaN;

/** Offsets change only at quarters of an hour, and are looked up once per quarter. */
function clockOf(zone: string): (unixMs: number) => number {
  if (zone === "UTC") return (unixMs) => unixMs;
  const offsets = new Map<number, number>();
  return (unixMs) => {
    const quarter = Math.floor(unixMs / QUARTER_HOUR);
    const offset =
      offsets.get(quarter) ?? (Number.isNaN(quarter) ? NaN : zoneOffsetAt(zone, quarter * QUARTER_HOUR));
    offsets.set(quarter, offset);
    return unixMs + offset;
  };
}

/** The numbers of rows, as an axis. */
export const rowNumbers = (rows: Uint32Array): ChartColumn =>
  chartColumn({ name: "row", field: "row", kind: "number", values: Float64Array.from(rows), zone: null });

/** The first non-null value; null if none. */
export function firstValue(values: Column): unknown {
  for (const value of values) if (value !== null && value !== undefined) return value;
  return null;
}
