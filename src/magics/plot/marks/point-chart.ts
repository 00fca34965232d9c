import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { isWhole } from "../columns/roles.ts";
import { coarseUnit } from "../columns/time-unit.ts";
import { binsOf } from "../data/bins.ts";
import { withNumbers } from "../data/line-points.ts";
import { areFew, binPlaces, categoryPlaces, cellsOf, countOf, unitPlaces } from "../data/places.ts";
import { colourNote, COLUMN, longForm, ROWS, type LongForm } from "../data/series.ts";
import {
  extentOf,
  finiteOrNull,
  notesOf,
  quantity,
  type Datum,
  type Drawing,
  type Extent,
} from "../drawing.ts";
import { axisOf, axisTitle, type Axis } from "../encode/axis.ts";
import { numberChannel, shadeOf, valueChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS, POINT_SHADES, SHADES } from "../encode/palette.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { mapFrame } from "./map-frame.ts";

/** Cells that many points are counted in, across and down. */
const CELLS = [60, 40] as const;
const MAP_CELLS = [150, 150] as const;
/** More points than this are small. */
const DENSE = 500;

/** One point per row, on two axes or a map; too many rows are counted in a grid of cells. */
export function pointChart(plan: ChartPlan): Drawing {
  const { color, options } = plan;
  const isMap = plan.mark === "map";
  const axis = axisOf(plan);
  const all = longForm({ ...plan, color: null });
  const bare = placed(all, axis);
  const points = rowsIn(bare);
  const missing = rowsIn(all) - infiniteIn(all) - points;
  const [first] = plan.y;
  const time = first?.kind === "time" ? first : null;
  const isFew = areFew({ length: points }) || time !== null;
  const shade = isFew && color?.kind === "number" ? color : null;
  const long = isFew && shade === null && color !== null ? placed(longForm(plan), axis) : bare;
  const extents = long.series.map(({ rows, y }) => extentOf(y?.numbers ?? [], rows));
  const extent = {
    low: Math.min(...extents.map(({ low }) => low)),
    high: Math.max(...extents.map(({ high }) => high)),
  };
  const title = long.panelField === COLUMN ? null : plan.y.map(({ name }) => name).join(", ");
  const y =
    time === null
      ? valueChannel(plan, long.value, title, extent, {
          shared: long.panelField !== COLUMN,
          whole: plan.y.every(isWhole),
        })
      : timeChannel(plan, time, options.y_title ?? axisTitle(time));
  const grid = isFew ? null : gridOf(plan, axis, long, extent, isMap ? MAP_CELLS : CELLS);
  const values =
    grid?.values ??
    long.series.flatMap((one) =>
      Array.from(one.rows, (row): Datum => {
        const value = one.y?.numbers[row] ?? NaN;
        return {
          ...long.fields(one),
          [axis.field]: axis.drawn(axis.numbers[row] ?? NaN),
          [long.value]: time === null ? value : time.clock(value),
          ...(shade === null ? {} : { [shade.field]: finiteOrNull(shade.numbers[row]) }),
        };
      }),
    );
  const shaded =
    grid !== null ? countShade(values, isMap) : shade && shadeOf(shadeChannel(shade), POINT_SHADES);
  // Where points have names of their own, tooltips name them.
  const areNamed = options.color === undefined && long.ranked.length > Math.max(MAX_COLOURS, points / 2);
  const colour =
    shaded !== null
      ? { color: shaded }
      : areNamed
        ? { detail: { field: long.field, title: vegaTitle(long.title) } }
        : colourOf(long);
  const lack = missing === 1 ? "lacks" : "lack";
  const notes = notesOf(
    ...long.notes,
    missing > 0 &&
      `without ${quantity(missing, plan.y.length > 1 ? "point" : "row")} that ${lack} a ${isMap ? "coordinate" : "value"}`,
    grid !== null &&
      `${quantity(points, "point")}: the colour ${isMap ? "is the number of points at a place" : "of a cell is its number of points"}`,
    grid !== null && color !== null && `not drawn: ${color.name}`,
    shaded === null && !areNamed && colourNote(long),
  );
  const size = values.length > DENSE ? 16 : 36;
  const shared = { values, panelField: long.panelField, notes };
  if (isMap) {
    const rows = long.series.flatMap((one) => [...one.rows]);
    const { land, ...frame } = mapFrame(extentOf(axis.numbers, rows), extent, plan);
    const encoding = {
      longitude: placeOf(plan.x, axis.field),
      latitude: placeOf(first, long.value),
      ...colour,
    };
    const mark = { type: "circle", clip: true, size, opacity: 0.8 };
    return {
      ...shared,
      ownWidth: frame.width,
      body: { ...frame, layer: [land, { mark, encoding }] },
      text: [quantity(points, "point")],
    };
  }
  // Descriptions of a thousand cells for screen readers would be most of the document.
  const mark =
    grid === null ? { type: "point", filled: true, size, opacity: 0.7 } : { type: "rect", aria: false };
  const encoding = { x: grid?.x ?? axis.channel, y: grid?.y(y) ?? y, ...colour };
  const text = [`${quantity(points, "point")}${grid === null ? "" : ", counted in cells"}`];
  return { ...shared, body: { mark, encoding }, text };
}

/** The long form with the rows that have a place. */
const placed = (long: LongForm, { numbers }: Axis): LongForm => ({
  ...long,
  series: long.series.map((one) => ({
    ...one,
    rows: withNumbers(withNumbers(one.rows, numbers), one.y?.numbers ?? []),
  })),
});

const rowsIn = ({ series }: LongForm): number => series.reduce((sum, { rows }) => sum + rows.length, 0);

/** The number of infinite values, which have a note of their own. */
const infiniteIn = ({ series }: LongForm): number =>
  series.reduce((sum, { rows, y }) => sum + rows.filter((row) => isInfinite(y?.numbers[row])).length, 0);

const isInfinite = (value = NaN): boolean => value === Infinity || value === -Infinity;

const shadeChannel = ({ field, name, numbers }: ChartColumn): ChannelDef =>
  numberChannel(field, name, extentOf(numbers));

/** Colours of cells by their number of points, which Vega-Lite adds up; of a map's places they are as they are. */
function countShade(cells: readonly Datum[], isMap: boolean): ChannelDef {
  const extent = extentOf(cells.map((cell) => Number(cell[ROWS])));
  const channel = { ...numberChannel(ROWS, "rows", extent), scale: { type: "log" } };
  return isMap ? shadeOf(channel, POINT_SHADES) : shadeOf({ ...channel, ...countOf(false) }, SHADES);
}

const placeOf = (column: ChartColumn | null | undefined, field: string): ChannelDef => ({
  field,
  type: "quantitative",
  title: vegaTitle(column?.name ?? field),
});

/** Points counted in a grid of equal cells, or units of time; each cell has one row of data, in its middle. */
function gridOf(
  { x }: ChartPlan,
  axis: Axis,
  long: LongForm,
  extent: Extent,
  [columns, lines]: readonly [number, number],
) {
  const range = extentOf(axis.numbers);
  const across = binsOf(range, columns);
  const down = binsOf(extent, lines);
  const unit = axis.unit === null ? null : coarseUnit(range.high - range.low, 2 * columns);
  const bare = without(axis.channel, "scale");
  const [places, channel] =
    x?.kind === "category"
      ? [categoryPlaces(x), axis.channel]
      : x !== null && unit !== null
        ? [unitPlaces(x, unit), { ...bare, timeUnit: unit.timeUnit }]
        : [binPlaces(axis, across), { ...bare, bin: across }];
  const values = long.series.flatMap((one): Datum[] => {
    const heights = binPlaces({ field: long.value, numbers: one.y?.numbers ?? [] }, down);
    return cellsOf(one.rows, [places, heights], null).map(({ codes: [at = 0, height = 0], rows }) => ({
      ...long.fields(one),
      [axis.field]: places.drawn(at),
      [long.value]: heights.drawn(height),
      [ROWS]: rows,
    }));
  });
  return { values, x: channel, y: (y: ChannelDef): ChannelDef => ({ ...without(y, "scale"), bin: down }) };
}
