import type { ChartPlan } from "../choose-chart.ts";
import { extentOf } from "../columns/summary.ts";
import { areFew } from "../data/cells.ts";
import { withNumbers } from "../data/line-points.ts";
import { COLUMN, longForm } from "../data/series.ts";
import { labelOf, notesOf, quantity, short, type Datum, type Drawing } from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { nameAxis } from "../encode/name-axis.ts";
import { valueChannel } from "../encode/number-channel.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import { barOrder } from "./bar-order.ts";

const TEXT_LINES = 12;
const STEPS = 400;

/** Vega-Lite's box plot of each category or column: median, quartiles, the values within 1.5 times their distance, and those beyond. */
export function boxChart(plan: ChartPlan): Drawing {
  const { x, y, options } = plan;
  // Of a column for each name, or of several columns without names.
  const long = longForm({ ...plan, color: x });
  const labels = x === null ? y.map(({ name }) => name) : x.categories.labels;
  const order = x && barOrder({ ...plan, options: { ...options, sort: options.sort ?? "x" } }, x, []);
  const names = order === null ? labels : order.codes.map((code) => labels[code] ?? "");
  const field = long.field ?? COLUMN;
  const boxes = long.series
    .map(({ panel, label, rows, y: column }) => {
      const numbers = column?.numbers ?? [];
      const valued = withNumbers(rows, numbers);
      const values = new Float64Array(valued.length);
      for (let at = 0; at < valued.length; at += 1) values[at] = numbers[valued[at] ?? 0] ?? NaN;
      const name = label === "" && x === null ? (column?.name ?? "") : label;
      return { panel, name, values: values.sort() };
    })
    .filter(({ name }) => names.includes(name))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  const isRaw = areFew(plan.rows.length * y.length);
  const values = boxes.flatMap((box) =>
    Array.from(isRaw ? box.values : boxSample(box.values), (value): Datum => ({
      ...(long.panelField === null ? {} : { [long.panelField]: box.panel }),
      [field]: box.name,
      [long.value]: value,
    })),
  );
  const ends = boxes.flatMap((box) => [box.values[0] ?? NaN, box.values.at(-1) ?? NaN]);
  const measure = valueChannel(plan, long.value, long.valueTitle, extentOf(ends));
  const axis = nameAxis(plan, field, x && axisTitle(x), names, measure);
  const size = axis.isLying ? 12 : 24;
  return {
    values,
    panelField: long.panelField,
    ownWidth: axis.width,
    body: {
      mark: { type: "boxplot", extent: 1.5, size, median: { color: "white" }, rule: { color: INK } },
      ...axis.size,
      encoding: axis.encoding(names),
    },
    notes: notesOf(
      ...long.notes,
      names.length < labels.length &&
        `the first ${names.length} of ${quantity(labels.length, "box", "boxes")}`,
      !isRaw && "of each box, 401 values at equal ranks, its ends and the ends of its lines are drawn",
    ),
    text: boxes.slice(0, TEXT_LINES).map(({ panel, name, values: sorted }) => {
      if (sorted.length === 0) return `${labelOf(panel, name)}: no values`;
      const at = (share: number): string => short(quantile(sorted, share));
      return `${labelOf(panel, name)}: ${at(0)} to ${at(1)}, half of them ${at(0.25)} to ${at(0.75)}, median ${at(0.5)}`;
    }),
  };
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
