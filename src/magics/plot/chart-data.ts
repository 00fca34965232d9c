import { UsageError } from "../../core/errors.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { timeZoneOf } from "../../core/table/column-time-zone.ts";
import { zoneOffsetAt } from "../../core/dates/zone-offset.ts";
import { isMeasure } from "../result/column-roles.ts";
import { plainRows } from "../result/plain-rows.ts";
import { chartAxis, type ChartAxis } from "./chart-axis.ts";
import { thinPoints, type Point } from "./thin-points.ts";

export interface ChartSeries {
  readonly name: string;
  /** Ascending in x; a null y is a gap. */
  readonly points: readonly Point[];
}

/** A table as it is drawn. */
export interface ChartData extends Pick<ChartAxis, "kind" | "title" | "categories"> {
  /** Zone of a time axis. Its x are milliseconds, shifted so that reading them as UTC gives the zone's own clock. */
  readonly zone: string;
  readonly series: readonly ChartSeries[];
  /** Rows of the table. */
  readonly rows: number;
  /** What the picture shows of it where that isn't all, in words. */
  readonly omissions: readonly string[];
}

const MOST_SERIES = 40;
const MOST_CATEGORIES = 60;
/** Points of all series together. */
const MOST_POINTS = 4000;

/**
 * Reads what a chart draws: every column of numbers over the index. Long series are thinned to the lowest and the highest value of each
 * stretch.
 *
 * @throws UsageError when there is nothing to draw.
 */
export function chartData(table: Table): ChartData {
  const plain = plainRows(table);
  const rows = plain.numRows();
  if (rows === 0) throw new UsageError("there is nothing to plot: the result has no rows");
  const axis = chartAxis(plain, MOST_CATEGORIES);
  const names = plain
    .columnNames()
    .filter((name) => name !== axis.column && !plain.index.includes(name) && isMeasure(plain, name));
  if (names.length === 0)
    throw new UsageError("there is nothing to plot: no column beside the index holds numbers");

  const data = plain.data() as Record<string, Column>;
  const shown = names.slice(0, MOST_SERIES);
  const most = Math.max(100, Math.floor(MOST_POINTS / shown.length));
  const zone = timeZoneOf(axis.column === null ? null : data[axis.column]) ?? "UTC";
  const series = shown.map((name) => {
    const points = thinPoints(axis.positions, axis.order, data[name] ?? [], most);
    return { name, points: axis.kind === "time" ? points.map((point) => inZone(point, zone)) : points };
  });
  const omissions = [
    ...(names.length > shown.length ? [`${shown.length} of ${names.length} series`] : []),
    ...(axis.categoryCount > axis.categories.length
      ? [`the first ${axis.categories.length} of ${axis.categoryCount} bars`]
      : []),
    ...(axis.order.length > most ? [`the lowest and highest of each stretch of ${rows} rows`] : []),
  ];
  const { kind, title, categories } = axis;
  return { kind, title, categories, zone, series, rows, omissions };
}

function inZone(point: Point, zone: string): Point {
  return zone === "UTC" ? point : { x: point.x + zoneOffsetAt(zone, point.x), y: point.y };
}
