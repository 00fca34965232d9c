import { axisOf } from "../layout/axis.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { notesOf, quantity, extentText, withoutNote, type Datum, type Drawing } from "../layout/drawing.ts";
import { linePoints, stackLines, withNumbers } from "./line-points.ts";
import { panelsOf, valueTitle } from "../layout/panels.ts";
import {
  bySize,
  colourNote,
  colourOf,
  seriesFields,
  seriesOf,
  seriesTooltip,
  type Series,
} from "../layout/series.ts";
import { sparkAxis, sparkline, type SparkAxis } from "./sparkline.ts";
import type { Point } from "./thin-points.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together. */
const MAX_POINTS = 2400;
const TEXT_LINES = 12;
const TEXT_WIDTH = 60;

/**
 * One line per series over times, numbers, or categories in order; areas are stacked.
 *
 * @returns null when several rows of a series have the same axis value and lines were not requested: a line through them would invent
 * values. If requested, it goes through their means, with a note.
 * @throws UsageError when values can't be stacked.
 */
export function lineChart(plan: ChartPlan): Drawing | null {
  const area = plan.mark === "area";
  const axis = axisOf(plan);
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels.panels);
  const ranked = bySize(series);
  const kept = new Set(ranked.slice(0, MAX_SERIES));
  const drawn = series.filter(({ label }) => kept.has(label));
  const most = Math.max(40, Math.floor(MAX_POINTS / Math.max(1, drawn.length)));
  const values: Datum[] = [];
  const sketched: { readonly one: Series; readonly points: readonly Point[] }[] = [];
  const seen = { thinned: 0, averaged: 0, filled: 0 };
  let longest = 0;
  for (const panel of panels.panels) {
    const some = drawn.filter((one) => one.panel === panel);
    const lines = area ? stackLines(axis, some, most) : some.map((one) => linePoints(axis, one, most));
    for (const [nth, line] of lines.entries()) {
      if (line.shared > 0 && !plan.asked) return null;
      seen.averaged += line.shared;
      seen.filled += line.filled;
      if (line.thinned) seen.thinned = Math.max(seen.thinned, line.rows);
      longest = Math.max(longest, line.points.length);
      const named = seriesFields(ranked, some[nth]!);
      for (const [i, { x, y }] of line.points.entries()) {
        const alone = y !== null && (line.points[i - 1]?.y ?? line.points[i + 1]?.y ?? null) === null;
        values.push({ ...named, x: axis.drawn(x), y, ...(alone ? { alone } : {}) });
      }
      if (sketched.length < TEXT_LINES) sketched.push({ one: some[nth]!, points: line.points });
    }
  }
  const xName = plan.x?.name ?? "row";
  const notes = notesOf(
    ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${ranked.length} series`,
    colourNote(ranked),
    seen.filled > 0 && "where a series has no row it counts as 0",
    seen.averaged > 0 && `the mean where several rows share a value of ${xName}`,
    seen.thinned > 0 &&
      `each line has up to ${quantity(seen.thinned, "row")}: of every ${Math.ceil((2 * seen.thinned) / most)} the lowest and the highest ${area ? "total" : "value"} are drawn`,
    withoutNote(plan.rows.length - withNumbers(plan.rows, axis.numbers).length, xName),
  );
  const only = valueTitle(plan, panels);
  const y = { field: "y", type: "quantitative", title: only };
  const several = ranked.length > 1;
  const left = series.length - sketched.length;
  const across = sparkAxis(
    sketched.map(({ points }) => points),
    TEXT_WIDTH,
  );
  const text = sketched.map(({ one, points }) => textLine(one, points, across));
  const hover = {
    name: "hover",
    select: { type: "point", on: "pointerover", clear: "pointerout", fields: ["series"] },
  };
  return {
    values,
    body: {
      ...(several ? { params: [hover] } : {}),
      mark: {
        ...(area
          ? { type: "area", fillOpacity: 0.7, line: { strokeWidth: 1 } }
          : { type: "line", clip: true, strokeWidth: 1.5 }),
        // A value between two gaps has no line.
        ...(longest <= 40 || values.some(({ alone }) => alone)
          ? { point: { size: longest <= 40 ? 24 : { expr: "datum.alone ? 24 : 0" }, clip: false } }
          : {}),
      },
      encoding: {
        x: axis.encoding,
        y: area ? y : { ...y, scale: { zero: false } },
        ...(several ? { detail: { field: "series" } } : {}),
        ...colourOf(ranked, plan),
        ...(several ? { opacity: { condition: { param: "hover", value: 1 }, value: 0.15 } } : {}),
        // In data order: when clocks go back, an hour of local time occurs twice.
        ...(area ? {} : { order: null }),
        tooltip: [axis.tooltip, ...seriesTooltip(ranked, plan), { ...y, title: only ?? "value" }],
      },
    },
    panels,
    notes,
    text: notesOf(...text, left > 0 && `and ${left} more series`),
  };
}

function textLine({ panel, label, y: column }: Series, points: readonly Point[], across: SparkAxis): string {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const range = values.length === 0 ? "no values" : extentText(values);
  const name = [panel.label ?? "", label].filter((part) => part !== "").join(", ") || (column?.name ?? "");
  return `${name} ${sparkline(points, across)} ${range}`;
}
