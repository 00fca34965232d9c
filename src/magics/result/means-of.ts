import { NullableColumn } from "../../core/table/nullable-column.ts";
import { SparseColumn } from "../../core/table/sparse-column.ts";
import type { Column } from "../../core/table/table.ts";

/** Places to which rows go. */
export interface Places {
  readonly count: number;
  /** Adds to each row's sum `step` times the position of its place. */
  readonly addTo: (sums: Uint32Array, step: number) => void;
}

/** So many cells with their counts stay in the processor's cache, whatever the order of the rows. */
const MOST_CELLS_AT_ONCE = 1 << 18;

/**
 * Averages measures by two keys.
 *
 * @returns A function that makes of a measure one column per group: as many means as there are places, null where no row had a number.
 * Null and NaN are left out.
 */
export function meansOf(places: Places, groups: Places, rows: number): (measure: Column) => Column[] {
  if (places.count * groups.count > MOST_CELLS_AT_ONCE) {
    const ordered = byGroup(places, groups, rows);
    return (measure) => meansByGroup(numbersOf(measure), places.count, ordered);
  }
  const cells = new Uint32Array(rows);
  places.addTo(cells, 1);
  groups.addTo(cells, places.count);
  return (measure) => meansOfCells(numbersOf(measure), cells, places.count, groups.count);
}

/** Numbers, and where there is none: 1 in `nulls`, or NaN. */
interface Numbers {
  readonly values: Float64Array | Int32Array;
  readonly nulls: Uint8Array | null;
}

function numbersOf(measure: Column): Numbers {
  if (measure instanceof Float64Array || measure instanceof Int32Array)
    return { values: measure, nulls: null };
  if (measure instanceof NullableColumn && !(measure.values instanceof BigInt64Array))
    return measure as NullableColumn<Float64Array | Int32Array>;
  const values = new Float64Array(measure.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = measure.at(row);
    values[row] = value === null || value === undefined ? NaN : Number(value);
  }
  return { values, nulls: null };
}

/** In one pass over the rows as they come. */
function meansOfCells(
  { values, nulls: missing }: Numbers,
  cells: Uint32Array,
  height: number,
  width: number,
): Column[] {
  const sums = new Float64Array(height * width);
  const counts = new Uint32Array(height * width);
  for (let row = 0; row < cells.length; row += 1) {
    const value = values[row] as number;
    if (value !== value || (missing !== null && missing[row] === 1)) continue;
    const cell = cells[row] as number;
    sums[cell] = (sums[cell] as number) + value;
    counts[cell] = (counts[cell] as number) + 1;
  }
  return Array.from({ length: width }, (_, group) => {
    const means = sums.slice(group * height, (group + 1) * height);
    const nulls = new Uint8Array(height);
    let anyNull = false;
    for (let at = 0; at < height; at += 1) {
      const count = counts[group * height + at] as number;
      if (count > 0) {
        means[at] = (means[at] as number) / count;
      } else {
        nulls[at] = 1;
        anyNull = true;
      }
    }
    return anyNull ? new NullableColumn(means, nulls) : means;
  });
}

/** The rows group by group, and in each group place by place; those of one place as they come. */
interface Ordered {
  /** Where in that order each row stands. */
  readonly slots: Uint32Array;
  /** In that order, the place of each row. */
  readonly places: Uint32Array;
  /** In that order, where each group begins, and where the last one ends. */
  readonly starts: Uint32Array;
}

function byGroup(places: Places, groups: Places, rows: number): Ordered {
  const placeOf = new Uint32Array(rows);
  places.addTo(placeOf, 1);
  const groupOf = new Uint32Array(rows);
  groups.addTo(groupOf, 1);
  const byPlace = new Uint32Array(rows);
  const next = startsOf(placeOf, places.count);
  for (let row = 0; row < rows; row += 1) byPlace[take(next, placeOf[row] as number)] = row;
  const starts = startsOf(groupOf, groups.count);
  const nextInGroup = starts.slice();
  const slots = new Uint32Array(rows);
  const ordered = new Uint32Array(rows);
  for (let i = 0; i < rows; i += 1) {
    const row = byPlace[i] as number;
    const slot = take(nextInGroup, groupOf[row] as number);
    slots[row] = slot;
    ordered[slot] = placeOf[row] as number;
  }
  return { slots, places: ordered, starts };
}

/** Where the rows of each key begin when they stand key by key, and where the last ones end. */
function startsOf(keyOfRow: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < keyOfRow.length; row += 1) take(starts, (keyOfRow[row] as number) + 1);
  for (let key = 0; key < count; key += 1)
    starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  return starts;
}

/** The number at a place, which is one more afterwards. */
function take(numbers: Uint32Array, at: number): number {
  const number = numbers[at] as number;
  numbers[at] = number + 1;
  return number;
}

function meansByGroup(
  { values, nulls }: Numbers,
  height: number,
  { slots, places, starts }: Ordered,
): Column[] {
  const ordered = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1)
    ordered[slots[row] as number] = nulls !== null && nulls[row] === 1 ? NaN : (values[row] as number);
  const largest = starts.reduce((most, end, i) => Math.max(most, end - (starts[i - 1] ?? 0)), 0);
  const room = { places: new Uint32Array(largest), means: new Float64Array(largest) };
  return Array.from({ length: starts.length - 1 }, (_, group) => {
    const [from, end] = [starts[group], starts[group + 1]];
    return columnOf(height, meansOfRuns(ordered.subarray(from, end), places.subarray(from, end), room));
  });
}

/** The places that have a mean, ascending, and their means. */
interface Means {
  readonly places: Uint32Array;
  readonly means: Float64Array;
}

/**
 * The means of the numbers, NaN left out, of each place.
 *
 * @param places - Ascending.
 * @param room - For as many as there are numbers; the result is a part of it.
 */
function meansOfRuns(values: Float64Array, places: Uint32Array, room: Means): Means {
  let count = 0;
  for (let i = 0; i < values.length;) {
    const place = places[i] as number;
    let sum = 0;
    let numbers = 0;
    for (; i < values.length && places[i] === place; i += 1) {
      const value = values[i] as number;
      if (value !== value) continue;
      sum += value;
      numbers += 1;
    }
    if (numbers === 0) continue;
    room.places[count] = place;
    room.means[count] = sum / numbers;
    count += 1;
  }
  return { places: room.places.subarray(0, count), means: room.means.subarray(0, count) };
}

/** A column with numbers in fewer rows than this share is kept without its nulls. */
const SPARSE = 1 / 4;

/** @param means - Copied. */
function columnOf(height: number, { places, means }: Means): Column {
  if (places.length < SPARSE * height) return new SparseColumn(height, places.slice(), means.slice());
  if (places.length === height) return means.slice();
  const values = new Float64Array(height);
  const nulls = new Uint8Array(height).fill(1);
  for (let i = 0; i < places.length; i += 1) {
    values[places[i] as number] = means[i] as number;
    nulls[places[i] as number] = 0;
  }
  return new NullableColumn(values, nulls);
}
