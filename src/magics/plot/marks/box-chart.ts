import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { cellsOf, groupName } from "../data/row-groups.ts";
import { nameKey } from "../data/channel-keys.ts";
import { withNumbers } from "../data/lines.ts";
import { quantity, short, type Datum, type Drawing } from "../drawing.ts";
import { namesBody, valueChannel } from "../encode/axes.ts";
import { barOrder } from "./bar-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { COLUMN } from "../columns/fold.ts";

/** Values of all boxes together that are drawn as they are; of more, those at so many equal ranks and the last. */
const MAX_VALUES = 5000;
const STEPS = 400;

/** Vega-Lite's box plot of each category or column: median, quartiles, the values within 1.5 times their distance, and those beyond. */
export function boxChart(plan: ChartPlan): Drawing {
  const { x, options, rows, facet } = plan;
  const y = plan.y as ChartColumn;
  const keys = [facet && nameKey(facet), null, x && nameKey(x)] as const;
  const cells = cellsOf(keys, rows, y);
  const byName = { ...plan, options: { ...options, sort: options.sort ?? ("x" as const) } };
  const { codes, count } = x === null ? { codes: [0], count: 1 } : barOrder(byName, x, cells);
  const field = x?.field ?? COLUMN;
  const names = codes.map((code) => x?.categories.labels[code] ?? y.name);
  const boxes = codes.flatMap((code, at) =>
    cells
      .filter(({ codes: [, , own] }) => own === code)
      .map((cell) => {
        const numbers = withNumbers(cell.rows, y.numbers);
        const panel = facet?.categories.labels[cell.codes[0] ?? 0];
        return {
          label: groupName(cell, keys) || y.name,
          fields: { ...(facet && { [facet.field]: panel }), [field]: names[at] },
          values: Float64Array.from(numbers, (row) => y.numbers[row] ?? NaN).sort(),
        };
      }),
  );
  const isRaw = rows.length <= MAX_VALUES;
  const places = { title: x === null || field === COLUMN ? null : x.title, sort: names };
  const { encoding, ...body } = namesBody(plan, field, names, valueChannel(plan, { field: y.field }), places);
  return {
    values: boxes.flatMap(({ fields, values }) =>
      Array.from(isRaw ? values : boxSample(values), (value): Datum => ({ ...fields, [y.field]: value })),
    ),
    body: {
      ...body,
      mark: { type: "boxplot", extent: 1.5, median: { color: "white" }, rule: { color: INK } },
      encoding,
    },
    notes: [
      codes.length < count && `the first ${codes.length} of ${quantity(count, "box", "boxes")}`,
      !isRaw && "of each box, 401 values at equal ranks, its ends and the ends of its lines are drawn",
    ],
    text: boxes.slice(0, 12).map(({ label, values }) => {
      const [low, q1, median, q3, high] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
        short(quantile(values, share)),
      );
      if (values.length === 0) return `${label}: no values`;
      return `${label}: ${low} to ${high}, half of them ${q1} to ${q3}, median ${median}`;
    }),
  };
}

function quantile(ascending: Float64Array, share: number): number {
  const rank = share * (ascending.length - 1);
  const low = ascending[Math.floor(rank)] ?? NaN;
  return low + ((ascending[Math.floor(rank) + 1] ?? low) - low) * (rank % 1);
}

/**
 * Values that have the box of all: those at 401 equal ranks, so that minimum, quartiles, median and maximum are the same, and the ends of
 * the lines, the values nearest to 1.5 times the distance of the quartiles beyond them.
 */
function boxSample(ascending: Float64Array): Float64Array {
  if (ascending.length <= STEPS) return ascending;
  const sample = Float64Array.from({ length: STEPS + 1 }, (_, step) => quantile(ascending, step / STEPS));
  const [lower = NaN, upper = NaN] = [sample[STEPS / 4], sample[(3 * STEPS) / 4]];
  const reach = 1.5 * (upper - lower);
  const isWithin = (value: number): boolean => value >= lower - reach && value <= upper + reach;
  const [first, last] = [sample.findIndex(isWithin), sample.findLastIndex(isWithin)];
  if (first > 0) sample[first] = ascending.find(isWithin) ?? NaN;
  if (last < STEPS) sample[last] = ascending.findLast(isWithin) ?? NaN;
  return sample;
}
