import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { colourNote, seriesOf } from "../columns/series.ts";
import {
  type Extent,
  extentOf,
  finiteOrNull,
  notesOf,
  quantity,
  ROWS,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { without } from "../encode/axis.ts";
import { colourOf, seriesTooltip, valueChannel } from "../encode/value-channel.ts";
import { INK, POINT_SHADES } from "../encode/palette.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { binOf, binsOf, middleOf, type Bins } from "./bins.ts";
import { worldLand } from "./world-land.ts";

/** More points than this are counted in a grid. */
const MAX_POINTS = 5000;
const CELLS = 150;
/** Wider places are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };
const HEIGHT = { least: 200, most: 480, world: 330 };
/** The share of the width that the points take. */
const INNER = 0.88;

/** A point per row on an outline of the land. */
export function mapChart(plan: ChartPlan): Drawing {
  const { x, color, rows: all } = plan;
  const [y] = plan.y;
  const [longitude, latitude] = [x as ChartColumn, y as ChartColumn];
  const rows = all.filter(
    (row) => finiteOrNull(longitude.numbers[row]) !== null && finiteOrNull(latitude.numbers[row]) !== null,
  );
  const missing = all.length - rows.length;
  const [across, down] = [extentOf(longitude.numbers, rows), extentOf(latitude.numbers, rows)];
  const place = (row: number): Datum => ({
    [longitude.field]: longitude.numbers[row] ?? null,
    [latitude.field]: latitude.numbers[row] ?? null,
  });
  const isCounted = rows.length > MAX_POINTS;
  const shade = color?.kind === "number" ? color : null;
  const panels = { panels: [{ label: null, rows, y: [latitude] }], notes: [], field: null };
  const series = seriesOf({ ...plan, color: shade === null ? color : null }, panels);
  const values = isCounted
    ? counted(
        rows,
        longitude,
        latitude,
        binsOf(across.low, across.high, CELLS, false),
        binsOf(down.low, down.high, CELLS, false),
      )
    : series.all.flatMap((one) =>
        Array.from(one.rows, (row): Datum => ({
          ...series.fields(one),
          ...place(row),
          ...(shade === null ? {} : { [shade.field]: finiteOrNull(shade.numbers[row]) }),
        })),
      );
  const scaled = isCounted
    ? { field: ROWS, name: "rows", numbers: values.map((datum) => Number(datum[ROWS])) }
    : shade;
  const value =
    scaled && valueChannel(plan, scaled.field, scaled.name, extentOf(scaled.numbers), { zero: false });
  const size = frameOf(across, down, plan);
  const coordinates = [longitude, latitude].map(({ field, name }) => ({
    field,
    type: "quantitative",
    title: vegaTitle(name),
  }));
  return {
    values,
    panelField: null,
    body: {
      width: size.width,
      height: size.height,
      projection: size.projection,
      layer: [
        {
          data: { values: worldLand(), format: { type: "topojson", feature: "land" } },
          mark: {
            type: "geoshape",
            clip: true,
            fill: INK,
            fillOpacity: 0.1,
            stroke: INK,
            strokeOpacity: 0.35,
            strokeWidth: 0.7,
            tooltip: false,
          },
        },
        {
          mark: { type: "circle", clip: true, size: values.length > 500 ? 14 : 36, opacity: 0.8 },
          encoding: {
            longitude: { field: longitude.field, type: "quantitative" },
            latitude: { field: latitude.field, type: "quantitative" },
            ...(value === null
              ? colourOf(series)
              : {
                  color: {
                    ...without(value.channel, "axis"),
                    scale: { scheme: POINT_SHADES, ...(isCounted ? { type: "log" } : {}) },
                    legend: value.channel["axis"],
                  },
                }),
            tooltip: [...coordinates, ...(value === null ? seriesTooltip(series) : [value.tooltip])],
          },
        },
      ],
    },
    notes: notesOf(
      missing > 0 &&
        `without ${quantity(missing, "row")} that ${missing === 1 ? "lacks" : "lack"} a coordinate`,
      isCounted && `${quantity(rows.length, "point")}: the colour is the number of points at a place`,
      !isCounted && value === null && colourNote(series),
    ),
    text: [quantity(rows.length, "point")],
  };
}

function counted(
  rows: Uint32Array,
  longitude: ChartColumn,
  latitude: ChartColumn,
  across: Bins,
  down: Bins,
): Datum[] {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const at = binOf(across, longitude.numbers[row] ?? 0) * 1000 + binOf(down, latitude.numbers[row] ?? 0);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].map(([at, count]) => ({
    [longitude.field]: middleOf(across, Math.floor(at / 1000)),
    [latitude.field]: middleOf(down, at % 1000),
    [ROWS]: count,
  }));
}

/** The whole earth, or a part of it in Mercator's projection, which keeps its shape. */
function frameOf(across: Extent, down: Extent, { width, options }: ChartPlan) {
  const isWide = across.high - across.low > WIDE.longitudes || down.high - down.low > WIDE.latitudes;
  if (isWide || !(across.high >= across.low)) {
    const height = options.height ?? HEIGHT.world;
    return { width, height, projection: { type: "naturalEarth1" } };
  }
  const radians = Math.PI / 180;
  const north = (degrees: number): number =>
    Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, degrees)) * radians) / 2));
  const [from, to] = [north(down.low), north(down.high)];
  const span = { x: Math.max(0.02, (across.high - across.low) * radians), y: Math.max(0.02, to - from) };
  const height =
    options.height ?? Math.round(Math.max(HEIGHT.least, Math.min(HEIGHT.most, (width * span.y) / span.x)));
  const scale = INNER * Math.min(width / span.x, height / span.y);
  const centre = { x: ((across.low + across.high) / 2) * radians, y: (from + to) / 2 };
  const translate = [width / 2 - scale * centre.x, height / 2 + scale * centre.y];
  return { width, height, projection: { type: "mercator", scale, translate } };
}
