import { textWidth } from "../../../core/text/text-width.ts";
import { axisTitle } from "../layout/axis.ts";
import { categoriesOf, gapNote, type Categories } from "../layout/categories.ts";
import { firstValue, type ChartColumn } from "../layout/chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import {
  quantity,
  finiteOrNull,
  inPanel,
  notesOf,
  MAX_COLOURS,
  PALE,
  shortened,
  type Datum,
  type Drawing,
} from "../layout/drawing.ts";
import { panelsOf } from "../layout/panels.ts";
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
const MAX_GROUPS = MAX_COLOURS;
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
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels.panels);
  const ranked = bySize(series);
  const groups = new Set(ranked.slice(0, MAX_GROUPS));
  const bars = series.map((some) =>
    some
      .filter(({ label }) => groups.has(label))
      .map((one) => ({ one, means: means(one, categories.codes, categories.labels.length) })),
  );

  const sizes = new Float64Array(categories.labels.length);
  const sums = new Float64Array(categories.labels.length).fill(NaN);
  for (const { means: list } of bars.flat()) {
    for (const [code, value] of list.values.entries()) {
      if (Number.isNaN(value)) continue;
      sizes[code] = (sizes[code] ?? 0) + Math.abs(value);
      sums[code] = (sums[code] || 0) + value;
    }
  }
  const ownOrder =
    x.kind !== "category" ||
    categories.isCalendar ||
    typeof firstValue(x.values) === "boolean" ||
    isOrdered(categories);
  const codes = Array.from(categories.labels, (_, code) => code);
  if (!ownOrder) codes.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  const shown = codes.slice(0, ownOrder ? MAX_ORDERED : MAX_SORTED);
  const rest = codes.slice(shown.length);
  const height = (code: number): number => (Number.isNaN(sums[code]) ? -Infinity : (sums[code] ?? 0));
  if (!ownOrder) shown.sort((a, b) => Math.sign(height(b) - height(a)) || a - b);
  const valueless = shown.filter((code) => Number.isNaN(sums[code]));
  const highest = Math.max(
    ...bars.flat().map(({ means: { values: list } }) => Math.max(...shown.map((code) => list[code] || 0))),
  );

  const values: Datum[] = [];
  let most = 1;
  const others: (Datum & { readonly y: number })[] = [];
  for (const [at, { label: panel }] of panels.panels.entries()) {
    for (const { one, means: list } of bars[at] ?? []) {
      const named = { ...inPanel(panel), ...seriesFields(ranked, one.label) };
      for (const code of shown) {
        const rows = list.rows[code] ?? 0;
        most = Math.max(most, rows);
        if (rows > 0)
          values.push({ ...named, x: categories.labels[code] ?? "", y: finiteOrNull(list.values[code]) });
      }
      if (rest.length > 0 && !ownOrder && addsUp(one, list.values)) {
        const y = rest.reduce((sum, code) => sum + (list.values[code] || 0), 0);
        others.push({ ...named, x: otherLabel(rest.length), other: true, y });
      }
    }
  }
  // A bar far longer than the others would make them invisible.
  const drawsOthers = others.length > 0 && others.every(({ y }) => y <= MAX_OTHER * highest);
  if (drawsOthers) values.push(...others);
  const [other] = others.length === 1 && !drawsOthers ? others : [];
  const restNote = drawsOthers
    ? "; 'other' is the sum of the rest"
    : other === undefined
      ? ""
      : `; the rest add up to ${other.y.toLocaleString("en-US")}`;
  const counted = plan.y.length === 0;
  const few =
    valueless.length <= 3 && `no value: ${valueless.map((code) => categories.labels[code]).join(", ")}`;
  const notes = notesOf(
    counted && `the number of rows for each ${x.name}`,
    !counted && most > 1 && `each bar is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
    rest.length > 0 &&
      `${ownOrder ? "the first" : "the largest"} ${shown.length} of ${quantity(codes.length, "bar")}${restNote}`,
    valueless.length > 0 && (few || `${valueless.length} bars have no value`),
    gapNote(categories, shown, "bar"),
    ranked.length > MAX_GROUPS &&
      `the ${MAX_GROUPS} largest of ${ranked.length} values of ${plan.color?.name ?? "the colour"}`,
  );
  const order = [
    ...shown.map((code) => categories.labels[code] ?? ""),
    ...(drawsOthers ? [otherLabel(rest.length)] : []),
  ];
  const grouped = ranked.length > 1;
  const widest = order.reduce((width, label) => Math.max(width, textWidth(label)), 0);
  const lying = order.length > STANDING_BARS || widest > LONG_NAME;
  const faceted = plan.facet !== null;
  const lyingWidth = Math.min(500, plan.width);
  const abreast = Math.min(ranked.length, MAX_GROUPS);
  // Many groups of bars still fit beside a legend.
  const thick = Math.max(5, Math.min(14, Math.floor(480 / (order.length * abreast))));
  const step = Math.max(grouped ? thick * abreast : 36, LETTER * widest + 8);
  const axis = {
    field: "x",
    type: "nominal",
    sort: order,
    title: axisTitle(x),
  };
  const only = counted ? "rows" : panels.byColumn || plan.y.length > 1 ? null : (plan.y[0]?.name ?? null);
  const value = { field: "y", type: "quantitative", title: only };
  const offset = { field: "series", type: "nominal", sort: legendOrder(ranked, plan) };
  return {
    values,
    ownWidth: lying ? lyingWidth : step * order.length,
    body: {
      mark: { type: "bar" },
      ...(lying
        ? { width: lyingWidth, height: { step: grouped ? 9 : 18 } }
        : {
            width: { step: step / (grouped ? abreast : 1) },
            height: faceted ? FACET_HEIGHT : 300,
          }),
      encoding: {
        x: lying ? value : { ...axis, axis: { labelLimit: 160, labelAngle: 0 } },
        y: lying ? { ...axis, axis: { labelLimit: 280, labelExpr: shortened(order) } } : value,
        ...(grouped ? { [lying ? "yOffset" : "xOffset"]: offset } : {}),
        ...(drawsOthers && !grouped
          ? { color: { condition: { test: "datum.other", value: PALE }, value: FIRST_COLOUR } }
          : colourOf([...groups], plan)),
        tooltip: [
          { field: "x", type: "nominal", title: axis.title },
          ...seriesTooltip(ranked, plan),
          { field: "y", type: "quantitative", title: only ?? "value" },
        ],
      },
    },
    panels,
    notes,
    text: textBars(
      values.map(({ panel, series, x, y }) => ({
        label: [panel, series, x].filter((part) => part !== undefined).join(", "),
        value: typeof y === "number" ? y : null,
      })),
      TEXT_LINES,
    ),
  };
}

/** Whether the rows are sorted by name, as by ORDER BY. */
function isOrdered({ codes, labels }: Categories): boolean {
  return labels.length > 2 && codes.every((code, row) => row === 0 || code >= (codes[row - 1] ?? 0));
}

interface Means {
  /** By code; NaN where missing. */
  readonly values: Float64Array;
  readonly rows: Uint32Array;
}

/** The mean of a series' values in each category, or its number of rows. */
function means({ rows, y }: Series, codes: Uint32Array, length: number): Means {
  const values = new Float64Array(length);
  const valued = new Uint32Array(length);
  const counts = new Uint32Array(length);
  for (const row of rows) {
    const code = codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    const value = y === null ? 1 : (y.numbers[row] ?? NaN);
    if (Number.isNaN(value)) continue;
    values[code] = (values[code] ?? 0) + value;
    valued[code] = (valued[code] ?? 0) + 1;
  }
  if (y !== null)
    for (const [code, number] of valued.entries())
      values[code] = number === 0 ? NaN : (values[code] ?? 0) / number;
  return { values, rows: counts };
}

/** Whether values can be summed: counts and totals can, means and values of mixed sign can't. */
function addsUp({ y }: Series, values: Float64Array): boolean {
  if (y === null) return true;
  return (
    !NO_SUM.test(y.name) &&
    values.every((value) => Number.isNaN(value) || (value >= 0 && Number.isInteger(value)))
  );
}

const otherLabel = (number: number): string => `other (${number.toLocaleString("en-US")})`;
