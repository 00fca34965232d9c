import { INK, type VegaLiteSpec } from "../../vega/vega-lite-spec.ts";
import { worldLand } from "../../vega/world-land.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { cellData, cellsOf, keyFields, groupByKeys, rankedPlaces, sizeBy } from "../data/row-groups.ts";
import { binKey, binsOf, nameKey, seriesKeys } from "../data/channel-keys.ts";
import { withNumbers } from "../data/lines.ts";
import { quantity, type Drawing } from "../drawing.ts";
import {
  axisChannel,
  binnedAxis,
  POINT_SHADES,
  shadeOf,
  titleOf,
  valueChannel,
  type ChannelDef,
} from "../encode/axes.ts";
import { colourNote, colourOf, MAX_COLOURS } from "../encode/colours.ts";

/** Cells that many points are counted in, across and down; and the cells of a map. */
const CELLS = { bins: 60, times: 120, down: 40 };
const PLACES = { bins: 75, times: 0, down: 38 };
/** More points than this are counted, and more than that are small. */
const MAX_POINTS = 5000;
const DENSE = 500;

/** One point per row, on two axes or a map; too many rows are counted in a grid of cells. */
export function pointChart(plan: ChartPlan): Drawing {
  const { color, options } = plan;
  const [x, y] = [plan.x ?? rowNumbers(plan.rows), plan.y as ChartColumn];
  const rows = withNumbers(withNumbers(plan.rows, x.numbers), y.numbers);
  if (rows.length > MAX_POINTS) return countedPoints({ ...plan, rows }, x, y);
  const shade = color?.kind === "number" ? color : null;
  const keys = seriesKeys(shade === null ? plan : { ...plan, color: null });
  const series = groupByKeys(keys, rows);
  const ranked = rankedPlaces(series, 1, sizeBy(null));
  const drawn = [x, y, ...(shade === null ? [] : [shade])];
  const values = series.flatMap(({ codes, rows: own }) =>
    Array.from(own, (row) => ({
      ...keyFields(codes, keys),
      ...Object.fromEntries(drawn.map(({ field, numbers, draw }) => [field, draw(numbers[row])])),
    })),
  );
  // Where points have names of their own, tooltips name them.
  const areNamed = options.color === undefined && ranked.length > Math.max(MAX_COLOURS, rows.length / 2);
  const colour =
    shade !== null
      ? { color: shadeOf({ field: shade.field }, shade.name, shade.summary, POINT_SHADES) }
      : color !== null && areNamed
        ? { detail: { field: color.field, ...titleOf(color, color.name) } }
        : colourOf(color, ranked);
  const size = values.length > DENSE ? 16 : 36;
  const latitude = valueChannel(plan, { field: y.field });
  const mark = { type: "point", filled: true, size, opacity: 0.7 };
  return {
    values,
    body:
      plan.mark === "map"
        ? mapBody(x, y, latitude, size, colour)
        : { mark, encoding: { x: axisChannel(x, options), y: latitude, ...colour } },
    notes: [!areNamed && colourNote(ranked)],
    text: [quantity(rows.length, "point")],
  };
}

/** The number of points in each cell of an even grid, or at each place of a map. */
function countedPoints(plan: ChartPlan, x: ChartColumn, y: ChartColumn): Drawing {
  const isMap = plan.mark === "map";
  const most = isMap ? PLACES : CELLS;
  const across = binnedAxis(x, plan.options, most);
  const bin = binsOf(y.summary, most.down);
  const keys = [plan.facet && nameKey(plan.facet), across.key, binKey(y, bin)];
  const cells = cellsOf(keys, plan.rows, null);
  const { values, measure } = cellData(cells, keys, null);
  // Cells are of equal width.
  const channel = valueChannel({ ...plan, options: { ...plan.options, log: false } }, { field: y.field });
  const scale = { type: "log", ...(isMap ? POINT_SHADES : { scheme: "viridis" }) };
  const color = shadeOf(measure, "rows", extentOf(cells.map(({ value }) => value)), scale);
  const points = quantity(plan.rows.length, "point");
  return {
    values,
    body: isMap
      ? mapBody(x, y, channel, values.length > DENSE ? 16 : 36, { color })
      : {
          // Descriptions of a thousand cells for screen readers would be most of the document.
          mark: { type: "rect", aria: false },
          encoding: { x: across.channel, y: { ...channel, bin }, color },
        },
    notes: [
      `${points}: the colour ${isMap ? "is the number of points at a place" : "of a cell is its number of points"}`,
      plan.color !== null && `not drawn: ${plan.color.name}`,
    ],
    text: [`${points}${isMap ? "" : ", counted in cells"}`],
  };
}

/** Wider places, in degrees, are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };

/** Places over the land: of the whole earth, or of a part of it in Mercator's projection, which keeps its shape. */
function mapBody(
  x: ChartColumn,
  { summary: down }: ChartColumn,
  y: ChannelDef,
  size: number,
  colour: object,
): VegaLiteSpec {
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
  const longitude = { field: x.field, type: "quantitative", ...titleOf(x, x.name) };
  const places = {
    mark: { type: "circle", clip: true, size, opacity: 0.8 },
    encoding: { longitude, latitude, ...colour },
  };
  const projection = isWide || down.low > down.high ? { type: "naturalEarth1" } : { type: "mercator", fit };
  return { height: 330, projection, layer: [land, places] };
}
