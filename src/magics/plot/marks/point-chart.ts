import { INK, type VegaLiteSpec } from "../../vega/vega-lite-spec.ts";
import { worldLand } from "../../vega/world-land.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import { binsOf } from "../data/bins.ts";
import { areFew, binSide, cellData, cellsOf, countOf } from "../data/cells.ts";
import { withNumbers } from "../data/lines.ts";
import { colourNote, COLUMN, longForm, ROWS, type Series } from "../data/series.ts";
import { quantity, type Datum, type Drawing } from "../drawing.ts";
import {
  axisChannel,
  binnedAxis,
  POINT_SHADES,
  shadeOf,
  valueChannel,
  type ChannelDef,
} from "../encode/axes.ts";
import { colourOf, MAX_COLOURS } from "../encode/colours.ts";
import { vegaText } from "../encode/vega-text.ts";

/** Cells that many points are counted in, across and down; and the cells of a map. */
const CELLS = { bins: 60, times: 120, down: 40 };
const PLACES = { bins: 75, times: 0, down: 38 };
/** More points than this are small. */
const DENSE = 500;

/** One point per row, on two axes or a map; too many rows are counted in a grid of cells. */
export function pointChart(plan: ChartPlan): Drawing {
  const { color, options, y: columns } = plan;
  const x = plan.x ?? rowNumbers(plan.rows);
  const isMap = plan.mark === "map";
  const bare = longForm({ ...plan, color: null });
  const all = placed(bare.series, x);
  const points = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const isFew = areFew(points);
  const shade = isFew && color?.kind === "number" ? color : null;
  const long = isFew && shade === null && color !== null ? longForm(plan) : bare;
  const ends = all.map(({ rows, y }) => extentOf(y?.numbers ?? [], rows));
  const extent = extentOf(ends.flatMap(({ low, high }) => [low, high]));
  const title = plan.panelField === COLUMN ? null : columns.map(({ name }) => name).join(", ");
  // Cells are of equal width.
  const linear = isFew ? plan : { ...plan, options: { ...options, log: false } };
  const y = valueChannel(linear, long.value, title, extent);
  const most = isMap ? PLACES : CELLS;
  const { side, channel } = isFew
    ? { side: null, channel: axisChannel(x, options) }
    : binnedAxis(x, options, most);
  const bin = binsOf(extent, most.down);
  const values =
    side !== null
      ? all.flatMap((one) => {
          const down = binSide(long.value, one.y?.numbers ?? [], bin);
          return cellData(cellsOf([{ ...one, y: null }], side, down), [side, down], ROWS);
        })
      : placed(long.series, x).flatMap((one) =>
          Array.from(one.rows, (row): Datum => ({
            ...one.fields,
            [x.field]: x.draw(x.numbers[row]),
            [long.value]: one.y?.draw(one.y.numbers[row]),
            ...(shade === null ? {} : { [shade.field]: shade.draw(shade.numbers[row]) }),
          })),
        );
  // Where points have names of their own, tooltips name them.
  const areNamed = options.color === undefined && long.ranked.length > Math.max(MAX_COLOURS, points / 2);
  const colour = !isFew
    ? { color: countShade(values, isMap) }
    : shade !== null
      ? { color: shadeOf(shade.field, shade.name, shade.summary, POINT_SHADES) }
      : areNamed
        ? { detail: { field: long.field, title: vegaText(long.title) } }
        : colourOf(long);
  const drawing = {
    values,
    notes: [
      ...long.notes,
      missingNote(bare.series, x, isMap ? "coordinate" : "value"),
      !isFew &&
        `${quantity(points, "point")}: the colour ${isMap ? "is the number of points at a place" : "of a cell is its number of points"}`,
      !isFew && color !== null && `not drawn: ${color.name}`,
      isFew && shade === null && !areNamed && colourNote(long),
    ],
    text: [`${quantity(points, "point")}${isFew || isMap ? "" : ", counted in cells"}`],
  };
  const { axis: _, ...latitude } = y;
  const size = values.length > DENSE ? 16 : 36;
  if (isMap) return { ...drawing, body: mapBody(x, extent, latitude, size, colour) };
  const body = isFew
    ? { mark: { type: "point", filled: true, size, opacity: 0.7 }, encoding: { x: channel, y, ...colour } }
    : {
        // Descriptions of a thousand cells for screen readers would be most of the document.
        mark: { type: "rect", aria: false },
        encoding: { x: channel, y: { ...y, bin }, ...colour },
      };
  return { ...drawing, body };
}

/** The series with the rows that have a place. */
const placed = (series: readonly Series[], { numbers }: ChartColumn): Series[] =>
  series.map((one) => ({ ...one, rows: withNumbers(withNumbers(one.rows, numbers), one.y?.numbers ?? []) }));

/** A note on rows without a place; infinite values have one of their own. */
function missingNote(series: readonly Series[], { numbers }: ChartColumn, what: string): string | false {
  const lacks = (value: number | undefined): boolean => Number.isNaN(value ?? NaN);
  let count = 0;
  for (const { rows, y } of series) {
    const values = y?.numbers ?? [];
    for (const row of rows) if (lacks(numbers[row]) || lacks(values[row])) count += 1;
  }
  const noun = new Set(series.map(({ y }) => y)).size > 1 ? "point" : "row";
  return count > 0 && `without ${quantity(count, noun)} that ${count === 1 ? "lacks" : "lack"} a ${what}`;
}

/** Colours of cells by their number of points, which Vega-Lite adds up; of a map's places they are as they are. */
function countShade(cells: readonly Datum[], isMap: boolean): ChannelDef {
  const extent = extentOf(cells.map((cell) => Number(cell[ROWS])));
  const scale = { type: "log", ...(isMap ? POINT_SHADES : { scheme: "viridis" }) };
  return { ...shadeOf(ROWS, "rows", extent, scale), ...(isMap ? {} : countOf(false)) };
}

/** Wider places, in degrees, are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };

/** Places over the land: of the whole earth, or of a part of it in Mercator's projection, which keeps its shape. */
function mapBody(
  { field, name, summary }: ChartColumn,
  down: Extent,
  latitude: ChannelDef,
  size: number,
  colour: object,
): VegaLiteSpec {
  const isWide = summary.high - summary.low > WIDE.longitudes || down.high - down.low > WIDE.latitudes;
  // A margin around the places, and at least a degree.
  const [[west, east], [south, north]] = [summary, down].map(({ low, high }) => {
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
  const longitude = { field, type: "quantitative", title: vegaText(name) };
  const places = {
    mark: { type: "circle", clip: true, size, opacity: 0.8 },
    encoding: { longitude, latitude, ...colour },
  };
  const projection = isWide || down.low > down.high ? { type: "naturalEarth1" } : { type: "mercator", fit };
  return { height: 330, projection, layer: [land, places] };
}
