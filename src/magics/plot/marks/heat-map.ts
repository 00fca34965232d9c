import { textWidth } from "../../../core/text/visible-text.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { DAY, unitText, unitsFrom } from "../columns/time-unit.ts";
import { cellData, cellsOf, rankedPlaces, sizeOfCell, type ChartCell } from "../data/row-groups.ts";
import { nameKey, timeKey, type ChannelKey } from "../data/channel-keys.ts";
import { meanNote, quantity, short, type Drawing } from "../drawing.ts";
import { openWidth, shadeOf, titleOf, type ChannelDef, type Measure } from "../encode/axes.ts";

const MAX_SIDE = 40;
const MAX_TIMES = 400;
/** Pixels of the widest column, of one with room for its number, and per character. */
const STEP = { most: 60, number: 34 };
const LETTER = 6;

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const { options, color, facet } = plan;
  const [x, y] = [plan.x, plan.y] as [ChartColumn, ChartColumn];
  const keys = [facet && nameKey(facet), placesOf(y), placesOf(x)] as const;
  const all = cellsOf(keys, plan.rows, color);
  const down = sideOf(all, 1, y, keys[1], options.y_title);
  const across = sideOf(all, 2, x, keys[2], options.x_title);
  const cells = all.filter(
    ({ codes: [, line = 0, column = 0] }) => across.codes.has(column) && down.codes.has(line),
  );
  const { values, measure, most } = cellData(cells, keys, color);
  const numbers = cells.flatMap(({ value }) => value ?? []);
  const extent = extentOf(numbers);
  const title = color?.name ?? "rows";
  const [columns, lines] = [across.names.length, down.names.length];
  const width = openWidth(plan.width, STEP.most * columns);
  const digits = numbers.map((value) => (value % 1 === 0 ? value.toLocaleString("en-US").length : 5));
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers =
    numbers.length > 0 && width / columns >= Math.max(STEP.number, LETTER * Math.max(...digits) + 6);
  const fit = across.names.every((name) => LETTER * textWidth(name) + 6 <= width / columns);
  const axis = fit || across.isClosed ? { labelAngle: 0, labelOverlap: true } : { labelLimit: 160 };
  const shade = shadeOf(measure, title, extent);
  const rect = { mark: "rect" };
  return {
    values,
    body: {
      width,
      height: { step: lines > 30 && !hasNumbers ? 14 : lines > 10 ? 22 : 30 },
      encoding: {
        x: { ...across.channel, axis },
        y: down.channel,
        color: hasNumbers ? { ...shade, legend: null } : shade,
      },
      ...(hasNumbers ? { layer: [rect, numbersLayer(measure, title, numbers, options)] } : rect),
    },
    notes: [
      color === null ? "the number of rows in each cell" : meanNote(most, "cell"),
      across.note,
      down.note,
    ],
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${short(extent.low)} to ${short(extent.high)}`}`,
    ],
  };
}

/** The numbers of cells, in black or white by the cell's colour. */
function numbersLayer(
  measure: Measure,
  title: string,
  numbers: readonly number[],
  { format, percent }: ChartPlan["options"],
): ChannelDef {
  const { field, aggregate } = measure;
  // Vega-Lite's own name of a value.
  const value = aggregate === undefined ? field : field === undefined ? "__count" : `${aggregate}_${field}`;
  return {
    mark: { type: "text", fontSize: 11 },
    encoding: {
      text: {
        ...{ ...measure, type: "quantitative", ...titleOf(measure, title) },
        format: format ?? (percent === true ? ".0%" : numbers.every(Number.isInteger) ? ",d" : ",.3~r"),
      },
      color: {
        condition: [
          { test: { field: value, valid: false }, value: INK },
          { test: `luminance(scale('color', datum[${JSON.stringify(value)}])) < 0.18`, value: "white" },
        ],
        value: "black",
      },
    },
  };
}

/** Names, and times by their unit. The chart's data have their text. */
function placesOf(column: ChartColumn): ChannelKey {
  const { field, codes, names } = column.kind === "time" ? timeKey(column) : nameKey(column);
  return { field, codes, names, values: names };
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
  cells: readonly ChartCell[],
  at: 1 | 2,
  { name, field, kind, unit, summary, numbers, clock, title: own }: ChartColumn,
  key: ChannelKey,
  title = own,
): CellSide {
  const isTime = kind === "time";
  const ranked = rankedPlaces(cells, at, sizeOfCell);
  const codes = ranked.slice(0, isTime ? MAX_TIMES : MAX_SIDE).sort((a, b) => a - b);
  const { low, high } = summary;
  const units = isTime ? (high - low) / unit.ms : high - low;
  // Most minutes between quarters of an hour have no cell.
  const isClosed = isTime
    ? ranked.length === codes.length && units < MAX_TIMES && (unit.ms >= DAY || units < 2 * codes.length)
    : kind === "number" && summary.isWhole && summary.finite === numbers.length && units < MAX_SIDE;
  const names = !isClosed
    ? codes.map((code) => key.names[code] ?? "")
    : isTime
      ? unitsFrom(unit, clock(low), clock(high)).map((time) => unitText(unit, time))
      : Array.from({ length: units + 1 }, (_, place) => String(low + place));
  return {
    codes: new Set(codes),
    names,
    isClosed,
    channel: { field, type: "ordinal", ...titleOf({ field }, title), scale: { domain: names } },
    note:
      codes.length < ranked.length &&
      `the largest ${codes.length} of ${quantity(ranked.length, "value")} of ${name}`,
  };
}
