import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import { areFew, categoryPlaces, cellsOf } from "../data/places.ts";
import { COLUMN, longForm } from "../data/series.ts";
import { extentOf, notesOf, quantity, short, type Datum, type Drawing } from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { nameAxis } from "../encode/name-axis.ts";
import { valueChannel } from "../encode/number-channel.ts";
import { INK } from "../encode/palette.ts";
import { barOrder } from "./bar-order.ts";

const TEXT_LINES = 12;
const STEPS = 400;

/** Vega-Lite's box plot of each category or column: median, quartiles, the values within 1.5 times their distance, and those beyond. */
export function boxChart(plan: ChartPlan): Drawing {
  const { x, y } = plan;
  // Of a column for each name, or of several columns without names.
  const long = longForm({ ...plan, color: x });
  const labels = x === null ? long.labels : categoriesOf(x).labels;
  const names = x === null ? y.map(({ name }) => name) : namesOf(plan).map((code) => labels[code] ?? "");
  const field = long.field ?? COLUMN;
  const boxes = long.series
    .map(({ panel, label, rows, y: column }) => {
      const values = Float64Array.from(rows, (row) => column?.numbers[row] ?? NaN)
        .filter(Number.isFinite)
        .sort();
      return { panel, name: label === "" && x === null ? (column?.name ?? "") : label, values };
    })
    .filter(({ name }) => names.includes(name))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  const isRaw = areFew({ length: plan.rows.length * y.length });
  const values = boxes.flatMap((box) =>
    Array.from(isRaw ? box.values : boxSample(box.values), (value): Datum => ({
      ...(long.panelField === null ? {} : { [long.panelField]: box.panel }),
      [field]: box.name,
      [long.value]: value,
    })),
  );
  const ends = boxes.flatMap((box) => [box.values[0] ?? NaN, box.values.at(-1) ?? NaN]);
  const measure = valueChannel(plan, long.value, long.valueTitle, extentOf(ends));
  const across = nameAxis(plan, field, x === null ? null : axisTitle(x), names);
  const size = across.isLying ? 12 : 24;
  return {
    values,
    panelField: long.panelField,
    ownWidth: across.width,
    body: {
      mark: { type: "boxplot", extent: 1.5, size, median: { color: "white" }, rule: { color: INK } },
      ...across.size,
      encoding: across.isLying
        ? { x: across.lying(measure), y: across.channel }
        : { x: across.channel, y: measure },
    },
    notes: notesOf(
      ...long.notes,
      x !== null &&
        names.length < labels.length &&
        `the first ${names.length} of ${quantity(labels.length, "box").replace(/xs$/, "xes")}`,
      !isRaw && "of each box, 401 values at equal ranks, its ends and the ends of its lines are drawn",
    ),
    text: boxes.slice(0, TEXT_LINES).map(({ name, values: sorted }) => {
      if (sorted.length === 0) return `${name}: no values`;
      const at = (share: number): string => short(quantile(sorted, share));
      return `${name}: ${at(0)} to ${at(1)}, half of them ${at(0.25)} to ${at(0.75)}, median ${at(0.5)}`;
    }),
  };
}

/** The codes of the boxes in their order: by name, unless requested otherwise. */
function namesOf(plan: ChartPlan): readonly number[] {
  const x = plan.x as NonNullable<ChartPlan["x"]>;
  const cells = cellsOf(plan.rows, [categoryPlaces(x)], plan.y[0]?.numbers ?? null);
  const options = { ...plan.options, sort: plan.options.sort ?? "x" };
  return barOrder({ ...plan, options }, categoriesOf(x), cells).codes;
}

function quantile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? NaN;
  return low + ((sorted[Math.floor(rank) + 1] ?? low) - low) * (rank - Math.floor(rank));
}

/**
 * Values that have the box of all: those at 401 equal ranks, so that minimum, quartiles, median and maximum are the same, and the ends of
 * the lines, the values nearest to 1.5 times the distance of the quartiles beyond them.
 */
function boxSample(sorted: Float64Array): Float64Array {
  if (sorted.length <= STEPS) return sorted;
  const sample = Float64Array.from({ length: STEPS + 1 }, (_, step) => quantile(sorted, step / STEPS));
  const [lower, upper] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = 1.5 * (upper - lower);
  const isAbove = (value: number): boolean => value >= lower - reach;
  const isBelow = (value: number): boolean => value <= upper + reach;
  const [first, last] = [sample.findIndex(isAbove), sample.findLastIndex(isBelow)];
  if (first > 0) sample[first] = sorted.find(isAbove) ?? NaN;
  if (last >= 0 && last < STEPS) sample[last] = sorted.findLast(isBelow) ?? NaN;
  return sample;
}
