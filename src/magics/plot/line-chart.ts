import type { ChartColumn } from "./chart-column.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { categoriesOf } from "./categories.ts";
import { clockOf } from "./clock.ts";
import {
  areSmallIntegers,
  count,
  inPanel,
  MOST_COLOURS,
  short,
  type Datum,
  type Drawing,
} from "./drawing.ts";
import { panelsOf } from "./panels.ts";
import { bySize, colourOf, seriesOf, topField, type Series } from "./series.ts";
import { sparkline } from "./sparkline.ts";
import { thinPoints, type Point } from "./thin-points.ts";

const MOST_SERIES = 100;
/** Points of all series together. */
const MOST_POINTS = 4000;
const TEXT_LINES = 12;
const TEXT_WIDTH = 60;

/**
 * A line for each series over times, numbers, or categories in their order.
 *
 * @returns null when several rows of a series share a place on the axis and lines were not asked for: a line through them would make up
 * values. Asked for, it goes through their means, and the chart says so.
 */
export function lineChart(plan: ChartPlan): Drawing | null {
  const axis = axisOf(plan.x, plan.rows.length);
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels.panels);
  const ranked = bySize(series);
  const kept = new Set(ranked.slice(0, MOST_SERIES));
  const budget = Math.max(
    40,
    Math.floor(MOST_POINTS / Math.max(1, series.flat().filter(({ label }) => kept.has(label)).length)),
  );
  const values: Datum[] = [];
  const text: string[] = [];
  const seen = { thinned: 0, averaged: 0, nowhere: 0 };
  let longest = 0;
  for (const [at, panel] of panels.panels.entries()) {
    for (const one of series[at] ?? []) {
      if (!kept.has(one.label) || one.y === null) continue;
      const line = pointsOf(axis, one, one.y, budget);
      if (line.shared > 0 && !plan.asked) return null;
      seen.averaged += line.shared;
      seen.nowhere += line.nowhere;
      if (line.thinned) seen.thinned = Math.max(seen.thinned, line.rows);
      longest = Math.max(longest, line.points.length);
      const named = ranked.length > 1 ? { series: one.label, ...topField(ranked, one.label) } : {};
      for (const { x, y } of line.points)
        values.push({ ...inPanel(panel.label), x: axis.drawn(x), y, ...named });
      if (text.length < TEXT_LINES) text.push(textLine(one, panel.label, line.points));
    }
  }
  const filled = plan.mark === "area" ? fillGaps(values) : 0;
  const time = plan.x?.kind === "time";
  const notes = [
    ...(ranked.length > MOST_SERIES ? [`the ${MOST_SERIES} largest of ${ranked.length} series`] : []),
    ...(ranked.length > MOST_COLOURS
      ? [`the ${MOST_COLOURS} largest series are coloured, the others grey`]
      : []),
    ...(filled > 0 ? ["where a series has no row it counts as 0"] : []),
    ...(seen.averaged > 0
      ? [`the mean where several rows share a value of ${plan.x?.name ?? "the axis"}`]
      : []),
    ...(seen.thinned > 0
      ? [
          `${count(seen.thinned, "row")} a line: the lowest and the highest of each stretch of ${Math.ceil((2 * seen.thinned) / budget)} rows`,
        ]
      : []),
    ...(seen.nowhere > 0
      ? [
          `without ${count(seen.nowhere, "row")} that ${seen.nowhere === 1 ? "has" : "have"} no ${plan.x?.name ?? "place"}`,
        ]
      : []),
  ];
  const only = panels.byColumn ? null : plan.y.length === 1 ? (plan.y[0]?.name ?? null) : null;
  const hover = ranked.length > 1;
  return {
    values,
    body: {
      ...(hover
        ? {
            params: [
              {
                name: "hover",
                select: { type: "point", on: "pointerover", clear: "pointerout", fields: ["series"] },
              },
            ],
          }
        : {}),
      mark: {
        type: plan.mark === "area" ? "area" : "line",
        ...(plan.mark === "area"
          ? { fillOpacity: 0.7, line: { strokeWidth: 1 } }
          : { clip: true, strokeWidth: 1.5 }),
        ...(longest <= 40 ? { point: { size: 24 } } : {}),
      },
      encoding: {
        x: axis.encoding,
        y: {
          field: "y",
          type: "quantitative",
          title: only,
          ...(plan.mark === "area" ? {} : { scale: { zero: false } }),
        },
        ...(ranked.length > 1 ? { detail: { field: "series" } } : {}),
        ...colourOf(ranked, plan.color?.name ?? null),
        ...(hover ? { opacity: { condition: { param: "hover", value: 1 }, value: 0.15 } } : {}),
        // In the order of the data: on the day that clocks go back, an hour of a local time axis comes twice.
        ...(plan.mark === "area" ? {} : { order: null }),
        tooltip: [
          time
            ? { field: "x", type: "temporal", format: "%Y-%m-%d %H:%M:%S", title: axis.title }
            : { field: "x", type: axis.encoding.type, title: axis.title },
          ...(ranked.length > 1
            ? [{ field: "series", type: "nominal", title: plan.color?.name ?? "series" }]
            : []),
          { field: "y", type: "quantitative", title: only ?? "value" },
        ],
      },
    },
    panels,
    notes,
    text: [
      ...text,
      ...(series.flat().length > text.length
        ? [`and ${series.flat().length - text.length} more series`]
        : []),
    ],
  };
}

/** Stacked areas need every series at every place. @returns how many points were added */
function fillGaps(values: Datum[]): number {
  const key = ({ panel, series }: Datum): string => JSON.stringify([panel, series]);
  const seen = new Map<string, { first: Datum; places: Set<unknown> }>();
  for (const value of values) {
    const found = seen.get(key(value)) ?? { first: value, places: new Set() };
    seen.set(key(value), found);
    found.places.add(value["x"]);
  }
  const places = [...new Set(values.map(({ x }) => x))];
  let added = 0;
  for (const { first, places: own } of seen.values()) {
    for (const x of places) {
      if (own.has(x)) continue;
      values.push({ ...first, x, y: 0 });
      added += 1;
    }
  }
  return added;
}

interface Axis {
  readonly title: string;
  readonly numbers: ArrayLike<number>;
  /** The number as it stands in the data: shifted to the zone's clock, or the category's name. */
  readonly drawn: (number: number) => number | string;
  readonly encoding: Readonly<Record<string, unknown>>;
}

function axisOf(x: ChartColumn | null, rows: number): Axis {
  if (x === null) {
    const numbers = Float64Array.from({ length: rows }, (_, row) => row);
    return {
      title: "row",
      numbers,
      drawn: (number) => number,
      encoding: { field: "x", type: "quantitative", title: "row" },
    };
  }
  if (x.kind === "category") {
    const { codes, labels } = categoriesOf(x);
    return {
      title: x.name,
      numbers: codes,
      drawn: (code) => labels[code] ?? "",
      encoding: { field: "x", type: "ordinal", sort: labels, title: x.name },
    };
  }
  if (x.kind === "time") {
    const title = `${x.name} (${x.zone})`;
    return {
      title,
      numbers: x.numbers,
      drawn: clockOf(x.zone),
      encoding: { field: "x", type: "temporal", scale: { type: "utc" }, title },
    };
  }
  return {
    title: x.name,
    numbers: x.numbers,
    drawn: (number) => number,
    encoding: {
      field: "x",
      type: "quantitative",
      scale: { zero: false },
      title: x.name,
      // Years and other small whole numbers are not grouped by thousands.
      axis: areSmallIntegers(x.numbers) ? { format: "d" } : {},
    },
  };
}

interface Line {
  readonly points: readonly Point[];
  readonly rows: number;
  /** Rows that share their place with the row before. */
  readonly shared: number;
  /** Rows without a place on the axis. */
  readonly nowhere: number;
  readonly thinned: boolean;
}

function pointsOf({ numbers }: Axis, series: Series, y: ChartColumn, most: number): Line {
  const placed = series.rows.filter((row) => Number.isFinite(numbers[row] ?? NaN));
  const nowhere = series.rows.length - placed.length;
  const ascending = placed.every(
    (row, at) => at === 0 || (numbers[placed[at - 1] ?? 0] ?? 0) <= (numbers[row] ?? 0),
  );
  if (!ascending) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const at = (row: number): Point => ({ x: numbers[row] ?? NaN, y: drawable(y.numbers[row]) });
  let shared = 0;
  for (let i = 1; i < placed.length; i += 1) {
    if (numbers[placed[i] ?? 0] === numbers[placed[i - 1] ?? 0]) shared += 1;
  }
  const points = shared > 0 ? meansOf(Array.from(placed, at)) : thinPoints(placed, at, most);
  const thin = shared > 0 ? thinPoints(points.keys(), (i) => points[i] as Point, most) : points;
  const drawn = shared > 0 ? points.length : placed.length;
  return { points: thin, rows: placed.length, shared, nowhere, thinned: thin.length < drawn };
}

/** One point for those that share a place; values that are missing are left out of its mean. */
function meansOf(points: readonly Point[]): Point[] {
  const means: Point[] = [];
  for (let at = 0; at < points.length;) {
    const { x } = points[at] as Point;
    let [sum, values] = [0, 0];
    for (; at < points.length && points[at]?.x === x; at += 1) {
      const y = points[at]?.y ?? null;
      if (y !== null) [sum, values] = [sum + y, values + 1];
    }
    means.push({ x, y: values === 0 ? null : sum / values });
  }
  return means;
}

function drawable(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function textLine({ label, y: column }: Series, panel: string | null, points: readonly Point[]): string {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const range =
    values.length === 0
      ? "no values"
      : `${short(values.reduce((a, b) => Math.min(a, b)))} to ${short(values.reduce((a, b) => Math.max(a, b)))}`;
  const name = [panel ?? "", label].filter((part) => part !== "").join(", ") || (column?.name ?? "");
  return `${name} ${sparkline(points, TEXT_WIDTH)} ${range}`;
}
