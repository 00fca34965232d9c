import { textWidth } from "../../../core/text/visible-text.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { DAY } from "../columns/time-unit.ts";
import {
  binSide,
  cellData,
  cellsOf,
  largestPlaces,
  nameSide,
  timeSide,
  type PlacedCell,
  type Side,
} from "../data/cells.ts";
import { longForm } from "../data/series.ts";
import { meanNote, quantity, short, withoutNote, type Drawing, type Notes } from "../drawing.ts";
import { nameLabels, openWidth, shadeOf, type ChannelDef } from "../encode/axes.ts";
import { vegaText } from "../encode/vega-text.ts";

const MAX_SIDE = 40;
const MAX_TIMES = 400;
/** Pixels of the widest column, of one with room for its number, and per character. */
const STEP = { most: 60, number: 34 };
const LETTER = 6;

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const { options, color } = plan;
  const long = longForm({ ...plan, y: color === null ? [] : [color], color: null });
  const [x, y] = [plan.x, plan.y[0]] as [ChartColumn, ChartColumn];
  const sides = [placesOf(y), placesOf(x)] as const;
  const all = cellsOf(long.series, ...sides);
  const down = sideOf(all, 0, y, options.y_title);
  const across = sideOf(all, 1, x, options.x_title);
  const cells = all.filter(({ codes: [line, column] }) => across.codes.has(column) && down.codes.has(line));
  const numbers = cells.flatMap(({ value }) => value ?? []);
  const extent = extentOf(numbers);
  const most = cells.reduce((rows, cell) => Math.max(rows, cell.rows), 1);
  const title = long.valueTitle ?? "rows";
  const [columns, lines] = [across.names.length, down.names.length];
  const width = openWidth(plan.width, STEP.most * columns);
  const longest = Math.max(
    0,
    ...numbers.map((value) => (value % 1 === 0 ? value.toLocaleString("en-US").length : 5)),
  );
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers = numbers.length > 0 && width / columns >= Math.max(STEP.number, LETTER * longest + 6);
  const shade = shadeOf(long.value, title, extent);
  const whole = numbers.every(Number.isInteger) ? ",d" : ",.3~r";
  const text = {
    mark: { type: "text", fontSize: 11 },
    encoding: {
      text: {
        ...{ field: long.value, type: "quantitative", title: vegaText(title) },
        format: options.format ?? (options.percent === true ? ".0%" : whole),
      },
      color: {
        condition: [
          { test: { field: long.value, valid: false }, value: INK },
          { test: `luminance(scale('color', datum[${JSON.stringify(long.value)}])) < 0.18`, value: "white" },
        ],
        value: "black",
      },
    },
  };
  const rect = { mark: "rect" };
  return {
    values: cellData(cells, sides, long.value),
    body: {
      width,
      height: { step: lines > 30 && !hasNumbers ? 14 : lines > 10 ? 22 : 30 },
      encoding: {
        x: upright(across, width / columns),
        y: down.channel,
        color: hasNumbers ? { ...shade, legend: null } : shade,
      },
      ...(hasNumbers ? { layer: [rect, text] } : rect),
    },
    notes: [
      ...long.notes,
      color === null ? "the number of rows in each cell" : meanNote(most, "cell"),
      ...across.notes,
      ...down.notes,
    ],
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${short(extent.low)} to ${short(extent.high)}`}`,
    ],
  };
}

/** Names, times by their unit, and whole numbers. The chart's data have their text. */
function placesOf(column: ChartColumn): Side {
  const { field, kind, numbers, unit, summary } = column;
  const places =
    kind === "time"
      ? timeSide(column, unit)
      : isClosed(column)
        ? binSide(field, numbers, { step: 1, extent: [summary.low, summary.high + 1] })
        : nameSide(column);
  return { ...places, drawn: places.text };
}

/** Whether places between others that have no cell are drawn, too. */
const isClosed = ({ kind, numbers, summary }: ChartColumn): boolean =>
  kind === "time" || (kind === "number" && summary.isWhole && summary.finite === numbers.length);

interface CellSide {
  /** The codes of the places that are drawn, and their names in order. */
  readonly codes: ReadonlySet<number>;
  readonly names: readonly string[];
  readonly channel: ChannelDef;
  readonly notes: Notes;
}

/** Keeps the places with the largest values, or most rows if rows are counted. */
function sideOf(
  cells: readonly PlacedCell[],
  at: 0 | 1,
  column: ChartColumn,
  title = column.title,
): CellSide {
  const { name, field, kind, unit, summary, numbers } = column;
  const isTime = kind === "time";
  const most = isTime ? MAX_TIMES : MAX_SIDE;
  const { codes, count } = largestPlaces(cells, at, most);
  const [first = 0, last = 0] = [codes[0], codes.at(-1)];
  // Most minutes between quarters of an hour have no cell.
  const isDense = kind !== "time" || unit.ms >= DAY || last - first < 2 * codes.length;
  const isWhole = isClosed(column) && isDense && last - first < most;
  const all = isWhole ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : codes;
  const names = all.map(placesOf(column).text);
  const axis = { ...nameLabels(names), ...(isClosed(column) ? { labelAngle: 0, labelOverlap: true } : {}) };
  return {
    codes: new Set(codes),
    names,
    channel: { field, type: "ordinal", title: vegaText(title), scale: { domain: names }, axis },
    notes: [
      isTime && withoutNote(numbers.length - summary.finite, name),
      codes.length < count && `the largest ${codes.length} of ${quantity(count, "value")} of ${name}`,
    ],
  };
}

/** Labels that fit stand upright. @param step - Pixels for each */
function upright({ channel, names }: CellSide, step: number): ChannelDef {
  const fit = names.every((name) => LETTER * textWidth(name) + 6 <= step) ? { labelAngle: 0 } : {};
  return { ...channel, axis: { labelAngle: -90, ...(channel["axis"] as object), labelLimit: 160, ...fit } };
}
