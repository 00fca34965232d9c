import { INK, type VegaLiteSpec } from "../../vega/vega-lite-spec.ts";
import { worldLand } from "../../vega/world-land.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { binsOf, binSide, cellData, cellsOf } from "../data/cells.ts";
import { withNumbers, withoutNote } from "../data/lines.ts";
import { COLUMN, colourNote, longForm, ROWS, type Series } from "../data/series.ts";
import { quantity, type Datum, type Drawing } from "../drawing.ts";
import {
  axisChannel,
  binnedAxis,
  POINT_SHADES,
  shadeOf,
  titleOf,
  valueChannel,
  type ChannelDef,
} from "../encode/axes.ts";
import { colourOf, MAX_COLOURS } from "../encode/colours.ts";

/** Cells that many points are counted in, across and down; and the cells of a map. */
const CELLS = { bins: 60, times: 120, down: 40 };
const PLACES = { bins: 75, times: 0, down: 38 };
/** More points than this are counted, and more than that are small. */
const MAX_POINTS = 5000;
const DENSE = 500;

/** One point per row, on two axes or a map; too many rows are counted in a grid of cells. */
export function pointChart(plan: ChartPlan): Drawing {
  const { color, options } = plan;
  const x = plan.x ?? rowNumbers(plan.rows);
  const bare = placed({ ...plan, color: null }, x);
  const points = bare.reduce((sum, { rows }) => sum + rows.length, 0);
  if (points > MAX_POINTS) return countedPoints(plan, x, bare, points);
  const shade = color?.kind === "number" ? color : null;
  const own = shade === null ? plan : { ...plan, color: null };
  const long = longForm(own);
  const values = placed(own, x).flatMap(({ fields, rows, y }) =>
    Array.from(rows, (row): Datum => ({
      ...fields,
      [x.field]: x.draw(x.numbers[row]),
      [long.value]: y?.draw(y.numbers[row]),
      ...(shade === null ? {} : { [shade.field]: shade.draw(shade.numbers[row]) }),
    })),
  );
  // Where points have names of their own, tooltips name them.
  const areNamed = options.color === undefined && long.ranked.length > Math.max(MAX_COLOURS, points / 2);
  const colour =
    shade !== null
      ? { color: shadeOf(shade.field, shade.name, shade.summary, POINT_SHADES) }
      : areNamed
        ? { detail: { field: long.field, ...titleOf(long.field ?? "", long.title) } }
        : colourOf(long);
  const size = values.length > DENSE ? 16 : 36;
  const y = latitudeOf(plan, long.value);
  const mark = { type: "point", filled: true, size, opacity: 0.7 };
  return {
    values,
    body:
      plan.mark === "map"
        ? mapBody(plan, x, y, size, colour)
        : { mark, encoding: { x: axisChannel(x, options), y, ...colour } },
    notes: [...long.notes, ...[x, ...plan.y].map(withoutNote), !areNamed && colourNote(long)],
    text: [quantity(points, "point")],
  };
}

/** The number of points in each cell of an even grid, or at each place of a map. */
function countedPoints(plan: ChartPlan, x: ChartColumn, series: readonly Series[], points: number): Drawing {
  const isMap = plan.mark === "map";
  const most = isMap ? PLACES : CELLS;
  const { value, notes } = longForm({ ...plan, color: null });
  const { side, channel } = binnedAxis(x, plan.options, most);
  const ends = extentOf(plan.y.flatMap(({ summary: { low, high } }) => [low, high]));
  const bin = binsOf({ ...ends, isWhole: plan.y.every(({ summary }) => summary.isWhole) }, most.down);
  const values = series.flatMap((one) => {
    const down = binSide({ field: value, numbers: one.y?.numbers ?? [] }, bin);
    return cellData(cellsOf([{ ...one, y: null }], side, down), [side, down], ROWS);
  });
  // Cells are of equal width.
  const y = latitudeOf({ ...plan, options: { ...plan.options, log: false } }, value);
  const scale = { type: "log", ...(isMap ? POINT_SHADES : { scheme: "viridis" }) };
  const shade = shadeOf(ROWS, "rows", extentOf(values.map((cell) => Number(cell[ROWS]))), scale);
  // Descriptions of a thousand cells for screen readers would be most of the document.
  const mark = { type: "rect", aria: false };
  return {
    values,
    body: isMap
      ? mapBody(plan, x, y, values.length > DENSE ? 16 : 36, { color: shade })
      : { mark, encoding: { x: channel, y: { ...y, bin }, color: { ...shade, aggregate: "sum" } } },
    notes: [
      ...notes,
      ...[x, ...plan.y].map(withoutNote),
      `${quantity(points, "point")}: the colour ${isMap ? "is the number of points at a place" : "of a cell is its number of points"}`,
      plan.color !== null && `not drawn: ${plan.color.name}`,
    ],
    text: [`${quantity(points, "point")}${isMap ? "" : ", counted in cells"}`],
  };
}

/** The series with the rows that have a place. */
const placed = (plan: ChartPlan, { numbers }: ChartColumn): Series[] =>
  longForm(plan).series.map((one) => ({
    ...one,
    rows: withNumbers(withNumbers(one.rows, numbers), one.y?.numbers ?? []),
  }));

const latitudeOf = (plan: ChartPlan, value: string): ChannelDef =>
  valueChannel(plan, value, plan.panelField === COLUMN ? null : plan.y.map(({ name }) => name).join(", "));

/** Wider places, in degrees, are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };

/** Places over the land: of the whole earth, or of a part of it in Mercator's projection, which keeps its shape. */
function mapBody(plan: ChartPlan, x: ChartColumn, y: ChannelDef, size: number, colour: object): VegaLiteSpec {
  const down = extentOf(plan.y.flatMap(({ summary: { low, high } }) => [low, high]));
  const isWide = x.summary.high - x.summary.low > WIDE.longitudes || down.high - down.low > WIDE.latitudes;
  // A margin around the places, and at least a degree.
  const [[west, east], [south, north]] = [x.summary, down].map(({ low, high }) => {
    const margin = Math.max(0.07 * (high - low), (1 - (high - low)) / 2);
    return [low - margin, high + margin];
  }) as [[number, number], [number, number]];
  const coordinates = [
    [west, Math.max(-85, south)],
    [east, Math.min(85, north)],
  ];
  const fit = { type: "Feature", properties: {}, geometry: { type: "MultiPoint", coordinates } };
  const land = {
    data: { values: worldLand(), format: { type: "topojson", feature: "land" } },
    mark: {
      ...{ type: "geoshape", clip: true, fill: INK, fillOpacity: 0.1 },
      ...{ stroke: INK, strokeOpacity: 0.35, strokeWidth: 0.7, tooltip: false },
    },
  };
  const { axis: _, ...latitude } = y;
  const longitude = { field: x.field, type: "quantitative", ...titleOf(x.field, x.name) };
  const places = {
    mark: { type: "circle", clip: true, size, opacity: 0.8 },
    encoding: { longitude, latitude, ...colour },
  };
  const projection = isWide || down.low > down.high ? { type: "naturalEarth1" } : { type: "mercator", fit };
  return { height: 330, projection, layer: [land, places] };
}
