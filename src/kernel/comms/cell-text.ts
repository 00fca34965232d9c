import { checkedZone, fixedOffset } from "../../core/dates/zone-offset.ts";
import { decimalText } from "../../core/text/decimal-text.ts";
import { oneLine } from "../../core/text/visible-text.ts";
import { columnKind, parseServiceType, scaleOf } from "../../core/wire/service-type.ts";
import { groupThousands } from "../../magics/display/number-text.ts";
import {
  numberText,
  PLAIN_SHAPE,
  widenShape,
  type ColumnShape,
} from "../../magics/display/table/column-shape.ts";
import { datePrecision, formatDate } from "../../magics/display/table/format-date.ts";
import type { CellValue, GridColumn } from "./grid-request.ts";

export { PLAIN_SHAPE, type ColumnShape };

const scales = new Map<string | null, number | null>();

/** Digits behind the point of a column of decimals; null for other columns. */
export function decimalScale({ type }: GridColumn): number | null {
  let scale = scales.get(type);
  if (scale === undefined) {
    const parsed = type === null ? undefined : parseServiceType(type);
    scale = parsed !== undefined && columnKind(parsed) === "decimal" ? scaleOf(parsed) : null;
    scales.set(type, scale);
  }
  return scale;
}

/** Whether the column is numeric, and so right-aligned. */
export const isNumberColumn = (column: GridColumn): boolean =>
  column.kind === "integer" || column.kind === "float" || decimalScale(column) !== null;

/** @throws RangeError for what `-T` refuses too. */
export function checkZone(zone: string): void {
  if (fixedOffset(zone) === null) checkedZone(zone);
}

/** Whether the column holds instants, which the chosen zone shifts. Dates and timestamps without a zone are shown as stored. */
export const isZoned = ({ kind, type, zone }: GridColumn): boolean =>
  (kind === "date" && (zone ?? null) !== null) ||
  !/^(?:date|timestamp *(?:\(\d+\))?(?: without time zone)?)$/i.test(type ?? "");

/** The zone of a column's dates; null for UTC without an offset. @param zone - The chosen zone; null for each column's own. */
function zoneOf(column: GridColumn, zone: string | null): string | null {
  if (zone === null || !isZoned(column)) return column.zone;
  return zone === "UTC" && column.zone === null ? null : zone;
}

/** The shape of a column after further values. */
export function shapeAfter(
  shape: ColumnShape,
  column: GridColumn,
  values: readonly CellValue[],
): ColumnShape {
  if (column.kind === "float") return widenShape(shape, values, null);
  return column.kind === "date" ? widenShape(shape, values.map(dateOf), null) : shape;
}

const dateOf = (value: CellValue): CellValue | Date => (typeof value === "number" ? new Date(value) : value);

/**
 * A value as the static table shows it.
 *
 * @param zone - Time zone of all instants; null for each column's own.
 * @param shape - That of the displayed values.
 */
export function shownText(
  value: CellValue,
  column: GridColumn,
  zone: string | null,
  shape: ColumnShape,
): string {
  if (value === null) return "null";
  if (column.kind === "date" && typeof value === "number")
    return formatDate(new Date(value), zoneOf(column, zone), shape.precision);
  if (!isNumberColumn(column)) return oneLine(String(value));
  const scale = decimalScale(column);
  const text = scale === null ? numberText(value, shape) : decimalText(value, scale);
  return column.grouped ? groupThousands(text) : text;
}

/** A value in full precision, without thousands separators; an instant in a chosen zone without its offset, as spreadsheets read it. */
export function cellText(value: CellValue, column: GridColumn, zone: string | null): string {
  if (column.kind === "date" && typeof value === "number") {
    const date = new Date(value);
    const isDay = /^date$/i.test(column.type ?? "");
    const exact = datePrecision([date], null);
    const text = formatDate(date, zoneOf(column, zone), exact === "day" && !isDay ? "second" : exact);
    return zone === null || !isZoned(column) ? text : text.replace(/[+-]\d\d:\d\d(?::\d\d)?$/, "");
  }
  const scale = value === null ? null : decimalScale(column);
  return scale === null ? oneLine(String(value)) : decimalText(value, scale);
}

/** Whether a value has these letters as a cell shows it, or in full precision; thousands separators in a number don't matter. */
export function hasText(
  text: string,
  column: GridColumn,
  zone: string | null,
  shape: ColumnShape = PLAIN_SHAPE,
): (value: CellValue) => boolean {
  const pattern = text.toLowerCase().replace(/(\d),(?=\d{3})/g, isNumberColumn(column) ? "$1" : "$&");
  const plain = { ...column, grouped: false };
  const has = (text: string): boolean => text.toLowerCase().includes(pattern);
  const isShaped = column.kind === "float" || column.kind === "date";
  return (value) =>
    value !== null &&
    (has(cellText(value, column, zone)) || (isShaped && has(shownText(value, plain, zone, shape))));
}
