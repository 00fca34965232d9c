import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf, rowsByCode } from "../columns/categories.ts";
import { panelsOf, valueTitle } from "../columns/panels.ts";
import {
  extentOf,
  finiteOrNull,
  notesOf,
  quantity,
  short,
  VALUE,
  COLUMN,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { valueChannel } from "../encode/value-channel.ts";
import { INK } from "../encode/palette.ts";
import { shortened } from "../encode/shortened.ts";
import { vegaText, vegaTitle } from "../encode/vega-text.ts";
import { barOrder } from "./bar-order.ts";
import { groupsOf } from "./group-means.ts";
import { boxSample } from "./box-sample.ts";

/** Up to so many rows are the chart's data as they are. */
const MAX_ROWS = 5000;
const TEXT_LINES = 12;
const LETTER = 7;

/** Vega-Lite's box plot of each category: median, quartiles, the values within 1.5 times their distance, and those beyond. */
export function boxChart(plan: ChartPlan): Drawing {
  const { x, options } = plan;
  const panels = panelsOf({ ...plan, facet: plan.facet });
  const categories = x === null ? null : categoriesOf(x);
  const [first] = plan.y;
  const order =
    categories === null
      ? null
      : barOrder(
          { ...plan, options: { ...options, sort: options.sort ?? "x" } },
          categories,
          groupsOf(plan.rows, categories.codes, first?.numbers ?? null),
        );
  const boxes = panels.panels.flatMap((panel) =>
    panel.y.flatMap((column) => {
      const groups = categories === null ? [panel.rows] : rowsByCode(categories, panel.rows);
      const codes = order?.codes ?? [0];
      return codes.map((code) => {
        const finite = (groups[code] ?? panel.rows).filter(
          (row) => finiteOrNull(column.numbers[row]) !== null,
        );
        const values = Float64Array.from(finite, (row) => column.numbers[row] ?? NaN).sort();
        return { panel, name: categories?.labels[code] ?? vegaText(column.name), values };
      });
    }),
  );
  const isRaw = plan.rows.length * plan.y.length <= MAX_ROWS;
  const field = x?.field ?? COLUMN;
  const value = plan.y.length > 1 ? VALUE : (first?.field ?? VALUE);
  const values = boxes.flatMap(({ panel, name, values: numbers }) =>
    Array.from(isRaw ? numbers : boxSample(numbers), (number): Datum => ({
      ...(panels.field === null || panel.label === null ? {} : { [panels.field]: panel.label }),
      [field]: name,
      [value]: number,
    })),
  );
  const title = valueTitle(plan, panels);
  const y = valueChannel(
    plan,
    value,
    title,
    extentOf(boxes.flatMap(({ values }) => [values[0] ?? NaN, values.at(-1) ?? NaN])),
    { zero: false },
  );
  const names = [...new Set(boxes.map(({ name }) => name))];
  const widest = Math.max(0, ...names.map((name) => name.length));
  const lying = names.length > 12 || widest > 12;
  const axis = {
    field,
    type: "nominal",
    sort: names,
    title: x === null ? null : vegaTitle((lying ? options.y_title : options.x_title) ?? axisTitle(x)),
    axis: lying ? { labelLimit: 280, ...shortened(names) } : { labelAngle: 0, labelLimit: 160 },
  };
  const step = Math.max(50, LETTER * widest + 8);
  return {
    values,
    panelField: panels.field,
    ownWidth: lying ? Math.min(500, plan.width) : step * names.length,
    body: {
      mark: {
        type: "boxplot",
        extent: 1.5,
        size: lying ? 14 : 28,
        median: { color: "white" },
        rule: { color: INK },
      },
      ...(lying
        ? { width: Math.min(500, plan.width), height: { step: 24 } }
        : { width: { step }, height: 300 }),
      encoding: { x: lying ? y.channel : axis, y: lying ? axis : y.channel },
    },
    notes: notesOf(
      ...panels.notes,
      categories !== null &&
        names.length < categories.labels.length &&
        `the first ${names.length} of ${quantity(categories.labels.length, "box").replace(/xs$/, "xes")}`,
      !isRaw && "of each box, 401 values at equal ranks, its ends and the ends of its lines are drawn",
    ),
    text: boxes.slice(0, TEXT_LINES).map(({ name, values: numbers }) => {
      const sample = numbers.length === 0 ? [] : boxSample(numbers);
      const at = (rank: number): string => short(sample[rank] ?? NaN);
      return sample.length === 0
        ? `${name}: no values`
        : `${name}: ${at(0)} to ${at(400)}, half of them ${at(100)} to ${at(300)}, median ${at(200)}`;
    }),
  };
}
