import { textWidth } from "../../../core/text/visible-text.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { DAY, unitsFrom } from "../columns/time-unit.ts";
import {
  cellData,
  cellsOf,
  largestPlaces,
  nameSide,
  timeSide,
  type PlacedCell,
  type Side,
} from "../data/cells.ts";
import { withoutNote } from "../data/lines.ts";
import { longForm } from "../data/series.ts";
import { meanNote, quantity, short, type Drawing } from "../drawing.ts";
import { openWidth, shadeOf, titleOf, type ChannelDef } from "../encode/axes.ts";

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
  const title = long.valueTitle ?? "rows";
  const [columns, lines] = [across.names.length, down.names.length];
  const width = openWidth(plan.width, STEP.most * columns);
  const digits = numbers.map((value) => (value % 1 === 0 ? value.toLocaleString("en-US").length : 5));
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers =
    numbers.length > 0 && width / columns >= Math.max(STEP.number, LETTER * Math.max(...digits) + 6);
  const fit = across.names.every((name) => LETTER * textWidth(name) + 6 <= width / columns);
  const axis = fit || across.isClosed ? { labelAngle: 0, labelOverlap: true } : { labelLimit: 160 };
  const shade = shadeOf(long.value, title, extent);
  const rect = { mark: "rect" };
  return {
    values: cellData(cells, sides, long.value),
    body: {
      width,
      height: { step: lines > 30 && !hasNumbers ? 14 : lines > 10 ? 22 : 30 },
      encoding: {
        x: { ...across.channel, axis },
        y: down.channel,
        color: hasNumbers ? { ...shade, legend: null } : shade,
      },
      ...(hasNumbers ? { layer: [rect, numbersLayer(long.value, title, numbers, options)] } : rect),
    },
    notes: [
      ...long.notes,
      color === null
        ? "the number of rows in each cell"
        : meanNote(
            cells.reduce((most, { rows }) => Math.max(most, rows), 1),
            "cell",
          ),
      ...[x, y].map((side) => side.kind === "time" && withoutNote(side)),
      across.note,
      down.note,
    ],
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${short(extent.low)} to ${short(extent.high)}`}`,
    ],
  };
}

/** The numbers of cells, in black or white by the cell's colour. */
const numbersLayer = (
  field: string,
  title: string,
  numbers: readonly number[],
  { format, percent }: ChartPlan["options"],
): ChannelDef => ({
  mark: { type: "text", fontSize: 11 },
  encoding: {
    text: {
      ...{ field, type: "quantitative", ...titleOf(field, title) },
      format: format ?? (percent === true ? ".0%" : numbers.every(Number.isInteger) ? ",d" : ",.3~r"),
    },
    color: {
      condition: [
        { test: { field, valid: false }, value: INK },
        { test: `luminance(scale('color', datum[${JSON.stringify(field)}])) < 0.18`, value: "white" },
      ],
      value: "black",
    },
  },
});

/** Names, and times by their unit. The chart's data have their text. */
function placesOf(column: ChartColumn): Side {
  const places = column.kind === "time" ? timeSide(column) : nameSide(column);
  return { ...places, drawn: places.text };
}

interface CellSide {
  /** The codes of the places that are drawn, and their names in order. */
  readonly codes: ReadonlySet<number>;
  readonly names: readonly string[];
  /** Whether places between others that have no cell are drawn, too. */
  readonly isClosed: boolean;
  readonly channel: ChannelDef;
  readonly note: string | false;
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
  const { codes, count } = largestPlaces(cells, at, isTime ? MAX_TIMES : MAX_SIDE);
  const [first = 0, last = 0] = [codes[0], codes.at(-1)];
  const { low, high } = summary;
  const units = isTime ? (last - first) / unit.ms : high - low;
  // Most minutes between quarters of an hour have no cell.
  const isClosed = isTime
    ? units < MAX_TIMES && (unit.ms >= DAY || units < 2 * codes.length)
    : kind === "number" && summary.isWhole && summary.finite === numbers.length && units < MAX_SIDE;
  const { text } = placesOf(column);
  const names = !isClosed
    ? codes.map(text)
    : isTime
      ? unitsFrom(unit, first, last).map(text)
      : Array.from({ length: units + 1 }, (_, place) => String(low + place));
  return {
    codes: new Set(codes),
    names,
    isClosed,
    channel: { field, type: "ordinal", ...titleOf(field, title), scale: { domain: names } },
    note: codes.length < count && `the largest ${codes.length} of ${quantity(count, "value")} of ${name}`,
  };
}
