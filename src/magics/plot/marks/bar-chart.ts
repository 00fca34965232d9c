import { textWidth } from "../../../core/text/text-width.ts";
import { axisTitle } from "../layout/axis.ts";
import { categoriesOf, gapNote, type Categories } from "../layout/categories.ts";
import { firstValue, type ChartColumn } from "../layout/chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import {
  quantity,
  finiteOrNull,
  notesOf,
  MAX_COLOURS,
  PALE,
  shortened,
  type Datum,
  type Drawing,
} from "../layout/drawing.ts";
import { panelsOf, valueTitle } from "../layout/panels.ts";
import {
  bySize,
  colourOf,
  legendOrder,
  seriesFields,
  seriesOf,
  seriesTooltip,
  type Series,
} from "../layout/series.ts";
import { textBars } from "./text-bars.ts";

/** More bars than this, or bars with long names, are horizontal, to keep names readable. */
const STANDING_BARS = 12;
const LONG_NAME = 12;
/** Pixels per character below a bar. */
const LETTER = 7;
/** Unordered categories are limited to the largest, ordered ones to the first. */
const MAX_SORTED = 20;
const MAX_ORDERED = 60;
/** The sum of the rest is drawn up to this multiple of the highest bar. */
const MAX_OTHER = 2;
const FACET_HEIGHT = 180;
const TEXT_LINES = 12;
/** Vega's color of a single series. */
const FIRST_COLOUR = "#4c78a8";

/** Names of columns whose values can't be summed to "others". */
const NO_SUM =
  /avg|average|mean|median|min|max|rate|ratio|percent|pct|share|price|temp|score|age|quantile|std|var|p\d\d/i;

/** One bar per category, highest first; numbers, times, booleans, days, months, and names that the rows are sorted by keep their order. */
export function barChart(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const categories = categoriesOf(x);
  const { labels } = categories;
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels.panels);
  const ranked = bySize(series);
  const groups = new Set(ranked.slice(0, MAX_COLOURS));
  const bars = series
    .filter(({ label }) => groups.has(label))
    .map((one) => ({ one, named: seriesFields(ranked, one), ...means(one, categories) }));
  const { shown, rest, valueless, ownOrder } = chooseBars(categories, bars);

  const values: Datum[] = bars.flatMap(({ named, rows, means }) =>
    shown
      .filter((code) => rows[code]! > 0)
      .map((code) => ({ ...named, x: labels[code]!, y: finiteOrNull(means[code]) })),
  );
  const otherName = `other (${rest.length.toLocaleString("en-US")})`;
  const others = bars
    .filter(({ one, means }) => rest.length > 0 && !ownOrder && addsUp(one, means))
    .map(({ named, means }) => {
      const y = rest.reduce((sum, code) => sum + (means[code] || 0), 0);
      return { ...named, x: otherName, other: true, y };
    });
  // A bar far longer than the others would make them invisible.
  const highest = Math.max(...bars.flatMap(({ means }) => shown.map((code) => means[code] || 0)));
  const drawsOthers = others.length > 0 && others.every(({ y }) => y <= MAX_OTHER * highest);
  if (drawsOthers) values.push(...others);
  const most = Math.max(1, ...bars.flatMap(({ rows }) => shown.map((code) => rows[code]!)));
  const counted = plan.y.length === 0;
  const names = valueless.map((code) => labels[code]);
  const restNote =
    drawsOthers ? "; 'other' is the sum of the rest"
    : others.length === 1 ? `; the rest add up to ${others[0]!.y.toLocaleString("en-US")}`
    : ""; // prettier-ignore
  const notes = notesOf(
    counted && `the number of rows for each ${x.name}`,
    !counted && most > 1 && `each bar is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
    rest.length > 0 &&
      `${ownOrder ? "the first" : "the largest"} ${shown.length} of ${quantity(labels.length, "bar")}${restNote}`,
    names.length > 3 && `${names.length} bars have no value`,
    names.length > 0 && names.length <= 3 && `no value: ${names.map((name) => name || '""').join(", ")}`,
    gapNote(categories, shown, "bar"),
    ranked.length > MAX_COLOURS &&
      `the ${MAX_COLOURS} largest of ${ranked.length} values of ${plan.color?.name ?? "the colour"}`,
  );
  const order = [...shown.map((code) => labels[code]!), ...(drawsOthers ? [otherName] : [])];
  const title = counted ? "rows" : valueTitle(plan, panels);
  return {
    values,
    ...laidOut(plan, ranked, order, title, drawsOthers),
    panels,
    notes,
    text: textBars(values, TEXT_LINES, ({ x, y }) => [String(x), typeof y === "number" ? y : null]),
  };
}

/** Which categories have a bar, in the bars' order. */
function chooseBars(categories: Categories, bars: readonly Means[]) {
  const { column, labels, isCalendar } = categories;
  const sizes = new Float64Array(labels.length);
  const sums = new Float64Array(labels.length).fill(NaN);
  for (const { means } of bars)
    for (const [code, value] of means.entries()) {
      if (Number.isNaN(value)) continue;
      sizes[code]! += Math.abs(value);
      sums[code] = (sums[code] || 0) + value;
    }
  const ownOrder =
    column.kind !== "category" ||
    isCalendar ||
    typeof firstValue(column.values) === "boolean" ||
    isOrdered(categories);
  const codes = [...labels.keys()];
  if (!ownOrder) codes.sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const shown = codes.slice(0, ownOrder ? MAX_ORDERED : MAX_SORTED);
  const rest = codes.slice(shown.length);
  const isEmpty = (code: number): boolean => Number.isNaN(sums[code]);
  const height = (code: number): number => (isEmpty(code) ? -Infinity : sums[code]!);
  if (!ownOrder) shown.sort((a, b) => Math.sign(height(b) - height(a)) || a - b);
  return { shown, rest, valueless: shown.filter(isEmpty), ownOrder };
}

/** The bars, which stand or lie, in their order. */
function laidOut(
  plan: ChartPlan,
  ranked: readonly string[],
  order: readonly string[],
  title: string | null,
  drawsOthers: boolean,
): Pick<Drawing, "body" | "ownWidth"> {
  const grouped = ranked.length > 1;
  const widest = order.reduce((width, label) => Math.max(width, textWidth(label)), 0);
  const lying = order.length > STANDING_BARS || widest > LONG_NAME;
  const abreast = Math.min(ranked.length, MAX_COLOURS);
  // Many groups of bars still fit beside a legend.
  const thick = Math.max(5, Math.min(14, Math.floor(480 / (order.length * abreast))));
  const step = Math.max(grouped ? thick * abreast : 36, LETTER * widest + 8);
  const width = Math.min(500, plan.width);
  const axis = { field: "x", type: "nominal", sort: order, title: axisTitle(plan.x!) };
  const value = { field: "y", type: "quantitative", title };
  const offset = { field: "series", type: "nominal", sort: legendOrder(ranked, plan) };
  return {
    ownWidth: lying ? width : step * order.length,
    body: {
      mark: { type: "bar" },
      ...(lying
        ? { width, height: { step: grouped ? 9 : 18 } }
        : {
            width: { step: grouped ? step / abreast : step },
            height: plan.facet === null ? 300 : FACET_HEIGHT,
          }),
      encoding: {
        x: lying ? value : { ...axis, axis: { labelLimit: 160, labelAngle: 0 } },
        y: lying ? { ...axis, axis: { labelLimit: 280, labelExpr: shortened(order) } } : value,
        ...(grouped ? { [lying ? "yOffset" : "xOffset"]: offset } : {}),
        ...(drawsOthers && !grouped
          ? { color: { condition: { test: "datum.other", value: PALE }, value: FIRST_COLOUR } }
          : colourOf(ranked.slice(0, MAX_COLOURS), plan)),
        tooltip: [
          { field: "x", type: "nominal", title: axis.title },
          ...seriesTooltip(ranked, plan),
          { ...value, title: title ?? "value" },
        ],
      },
    },
  };
}

/** Whether the rows are sorted by name, as by ORDER BY. */
function isOrdered({ codes, labels }: Categories): boolean {
  return labels.length > 2 && codes.every((code, row) => row === 0 || code >= (codes[row - 1] ?? 0));
}

interface Means {
  /** By code; NaN where missing. */
  readonly means: Float64Array;
  readonly rows: Uint32Array;
}

/** The mean of a series' values in each category, or its number of rows. */
function means({ rows, y }: Series, { codes, labels }: Categories): Means {
  const means = new Float64Array(labels.length);
  const valued = new Uint32Array(labels.length);
  const counts = new Uint32Array(labels.length);
  for (const row of rows) {
    const code = codes[row]!;
    counts[code]! += 1;
    const value = y === null ? 1 : (y.numbers[row] ?? NaN);
    if (Number.isNaN(value)) continue;
    means[code]! += value;
    valued[code]! += 1;
  }
  if (y !== null)
    for (const [code, number] of valued.entries()) means[code] = number === 0 ? NaN : means[code]! / number;
  return { means, rows: counts };
}

/** Whether values can be summed: counts and totals can, means and values of mixed sign can't. */
function addsUp({ y }: Series, values: Float64Array): boolean {
  const isWhole = (value: number): boolean => Number.isNaN(value) || (value >= 0 && Number.isInteger(value));
  return y === null || (!NO_SUM.test(y.name) && values.every(isWhole));
}
