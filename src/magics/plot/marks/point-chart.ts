import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { binsOf } from "../data/bins.ts";
import { areFew, binPlaces, cellData, cellsOf, countOf } from "../data/cells.ts";
import { withNumbers } from "../data/line-points.ts";
import { colourNote, COLUMN, longForm, ROWS, type LongForm } from "../data/series.ts";
import { finiteOrNull, notesOf, quantity, type Datum, type Drawing } from "../drawing.ts";
import { axisOf, axisTitle } from "../encode/axis.ts";
import { numberChannel, shadeOf, valueChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS, POINT_SHADES, SHADES } from "../encode/palette.ts";
import { sideOf } from "../encode/side.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { mapFrame } from "./map-frame.ts";

/** Cells that many points are counted in, across and down. */
const CELLS = { across: 60, down: 40, longitudes: 75, latitudes: 38 };
/** More points than this are small. */
const DENSE = 500;

/** One point per row, on two axes or a map; too many rows are counted in a grid of cells. */
export function pointChart(plan: ChartPlan): Drawing {
  const { color, options, y: columns } = plan;
  const x = plan.x ?? rowNumbers(plan.rows);
  const isMap = plan.mark === "map";
  const all = longForm({ ...plan, color: null });
  const bare = placed(all, x);
  const points = rowsIn(bare);
  const lacksValue = (at = NaN, value = NaN): boolean =>
    // Infinite values have a note of their own.
    Math.abs(value) !== Infinity && !(Number.isFinite(at) && Number.isFinite(value));
  const missing = all.series
    .map(({ rows, y }) => rows.filter((row) => lacksValue(x.numbers[row], y?.numbers[row])).length)
    .reduce((sum, count) => sum + count, 0);
  const [first] = columns;
  const time = first?.kind === "time" ? first : null;
  const isFew = areFew(points) || time !== null;
  const shade = isFew && color?.kind === "number" ? color : null;
  const long = isFew && shade === null && color !== null ? placed(longForm(plan), x) : bare;
  const ends = long.series.map(({ rows, y }) => extentOf(y?.numbers ?? [], rows));
  const extent = extentOf(ends.flatMap(({ low, high }) => [low, high]));
  const isShared = long.panelField !== COLUMN;
  const title = isShared ? columns.map(({ name }) => name).join(", ") : null;
  const isWhole = columns.every(({ summary }) => summary.isWhole);
  const y =
    time === null
      ? valueChannel(plan, long.value, title, extent, { isShared, isWhole })
      : timeChannel(plan, time, options.y_title ?? axisTitle(time));
  const bins = binsOf(extent, isMap ? CELLS.latitudes : CELLS.down);
  const side = sideOf(plan, x, x.summary, isMap ? CELLS.longitudes : CELLS.across, 2 * CELLS.across);
  const values = isFew
    ? long.series.flatMap((one) =>
        Array.from(one.rows, (row): Datum => ({
          ...long.fields(one),
          [x.field]: x.draw(x.numbers[row] ?? NaN),
          [long.value]: one.y?.draw(one.y.numbers[row] ?? NaN),
          ...(shade === null ? {} : { [shade.field]: finiteOrNull(shade.numbers[row]) }),
        })),
      )
    : long.series.flatMap((one) => {
        const places = [side.places, binPlaces(long.value, one.y?.numbers ?? [], bins)] as const;
        return cellData(long, cellsOf(one, one.rows, places, null), places, ROWS);
      });
  // Where points have names of their own, tooltips name them.
  const areNamed = options.color === undefined && long.ranked.length > Math.max(MAX_COLOURS, points / 2);
  const colour = !isFew
    ? { color: countShade(values, isMap) }
    : shade !== null
      ? { color: shadeOf(numberChannel(shade.field, shade.name, shade.summary), POINT_SHADES) }
      : areNamed
        ? { detail: { field: long.field, title: vegaTitle(long.title) } }
        : colourOf(long);
  const drawing = {
    values,
    panelField: long.panelField,
    notes: notesOf(
      ...long.notes,
      missing > 0 &&
        `without ${quantity(missing, columns.length > 1 ? "point" : "row")} that ${missing === 1 ? "lacks" : "lack"} a ${isMap ? "coordinate" : "value"}`,
      !isFew &&
        `${quantity(points, "point")}: the colour ${isMap ? "is the number of points at a place" : "of a cell is its number of points"}`,
      !isFew && color !== null && `not drawn: ${color.name}`,
      isFew && shade === null && !areNamed && colourNote(long),
    ),
    text: [`${quantity(points, "point")}${isFew || isMap ? "" : ", counted in cells"}`],
  };
  const size = values.length > DENSE ? 16 : 36;
  if (isMap) {
    const { projection, land } = mapFrame(extentOf(x.numbers, long.series[0]?.rows ?? []), extent);
    const encoding = { longitude: placeOf(x), latitude: placeOf(first ?? x), ...colour };
    const mark = { type: "circle", clip: true, size, opacity: 0.8 };
    return { ...drawing, body: { height: 330, projection, layer: [land, { mark, encoding }] } };
  }
  const body = isFew
    ? {
        mark: { type: "point", filled: true, size, opacity: 0.7 },
        encoding: { x: axisOf(plan, x), y, ...colour },
      }
    : {
        // Descriptions of a thousand cells for screen readers would be most of the document.
        mark: { type: "rect", aria: false },
        encoding: { x: side.channel, y: { ...without(y, "scale"), bin: bins }, ...colour },
      };
  return { ...drawing, body };
}

/** The long form with the rows that have a place. */
const placed = (long: LongForm, { numbers }: ChartColumn): LongForm => ({
  ...long,
  series: long.series.map((one) => ({
    ...one,
    rows: withNumbers(withNumbers(one.rows, numbers), one.y?.numbers ?? []),
  })),
});

const rowsIn = ({ series }: LongForm): number => series.reduce((sum, { rows }) => sum + rows.length, 0);

/** Colours of cells by their number of points, which Vega-Lite adds up; of a map's places they are as they are. */
function countShade(cells: readonly Datum[], isMap: boolean): ChannelDef {
  const extent = extentOf(cells.map((cell) => Number(cell[ROWS])));
  const channel = { ...numberChannel(ROWS, "rows", extent), scale: { type: "log" } };
  return isMap ? shadeOf(channel, POINT_SHADES) : shadeOf({ ...channel, ...countOf(false) }, SHADES);
}

const placeOf = ({ field, name }: ChartColumn): ChannelDef => ({
  field,
  type: "quantitative",
  title: vegaTitle(name),
});
