import { DateColumn } from "../../core/table/date-column.ts";
import { NullableColumn } from "../../core/table/nullable-column.ts";
import type { Column } from "../../core/table/table.ts";
import { TextColumn } from "../../core/table/text-column.ts";
import { codeTexts } from "./text-codes.ts";

/** The distinct values of a column, and which of them each row has. */
export interface Coded {
  /** In no order that counts; null stands for all that is missing but NaN. */
  readonly values: readonly unknown[];
  /** Adds to each row's place in `sums` what stands in `table` at the position of the row's value among `values`. */
  readonly addTo: (sums: Sums, table: Sums) => void;
}

/** A sum for each row; a value's share for each value. */
export type Sums = Uint32Array | Float64Array;

/** A table of so many positions, each times `step`, of the kind of the sums to which it is added: that is faster. */
export function tableFor(sums: Sums, count: number, step: number): Sums {
  const table = like(sums, count);
  for (let at = 0; at < count; at++) table[at] = at * step;
  return table;
}

/** An array of the same kind. */
export function like(sums: Sums, length: number): Sums {
  return sums instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length);
}

/** {@link Coded.addTo} of rows, the first of which is `first`, that are kept as positions in `table`. */
export function addCodes(
  sums: Sums,
  first: number,
  codes: Uint8Array | Uint16Array | Uint32Array,
  table: Sums,
): void {
  for (let i = 0; i < codes.length; i++) {
    sums[first + i] = (sums[first + i] as number) + (table[codes[i] as number] as number);
  }
}

/** The distinct values of a column. Numbers, dates and texts are read as they are kept, without an object for each. */
export function coded(column: Column): Coded {
  if (column instanceof Float64Array || column instanceof Int32Array) return codeNumbers(column, null);
  if (column instanceof NullableColumn && !(column.values instanceof BigInt64Array)) {
    return codeNumbers(column.values as Float64Array | Int32Array, column.nulls);
  }
  if (column instanceof DateColumn) {
    const { values, addTo } = codeNumbers(column.unixMs, null);
    return { values: values.map((ms) => (Number.isNaN(ms) ? null : new Date(ms as number))), addTo };
  }
  return column instanceof TextColumn ? codeTexts(column) : codeAny(column);
}

/** The distinct pairs of two columns' values; each value of `a` is a list, to which that of `b` is put. */
export function paired(a: Coded, b: Coded, rows: number): Coded {
  const width = b.values.length;
  const keys = new Float64Array(rows);
  a.addTo(keys, tableFor(keys, a.values.length, width));
  b.addTo(keys, tableFor(keys, width, 1));
  const { values, addTo } = codeNumbers(keys, null);
  return {
    values: values.map((key) => {
      const first = Math.floor((key as number) / width);
      return [...(a.values[first] as unknown[]), b.values[(key as number) - first * width]];
    }),
    addTo,
  };
}

/** A table with a place for every whole number of a range may be so many times as long as the column. */
const MOST_PLACES_PER_ROW = 16;

function codeNumbers(numbers: Float64Array | Int32Array, nulls: Uint8Array | null): Coded {
  const range = wholeRange(numbers, nulls);
  return range === null ? codeByMap(numbers, nulls) : codeByPlace(numbers, nulls, range);
}

/** Every number of the range has a place. The values come in ascending order, null at the end, which spares the sorting. */
function codeByPlace(
  numbers: Float64Array | Int32Array,
  nulls: Uint8Array | null,
  { least, step, length }: Range,
): Coded {
  const places = new Uint32Array(length);
  let anyNull = false;
  for (let row = 0; row < numbers.length; row++) {
    if (nulls !== null && nulls[row] === 1) anyNull = true;
    else places[((numbers[row] as number) - least) / step] = 1;
  }
  const values: (number | null)[] = [];
  for (let place = 0; place < length; place++) {
    if (places[place] === 1) places[place] = values.push(place * step + least) - 1;
  }
  const nullAt = anyNull ? values.push(null) - 1 : 0;
  const addTo = (sums: Sums, table: Sums): void => {
    for (let row = 0; row < numbers.length; row++) {
      const isNull = nulls !== null && nulls[row] === 1;
      const at = isNull ? nullAt : (places[((numbers[row] as number) - least) / step] as number);
      sums[row] = (sums[row] as number) + (table[at] as number);
    }
  };
  return { values, addTo };
}

function codeByMap(numbers: Float64Array | Int32Array, nulls: Uint8Array | null): Coded {
  const codes = new Uint32Array(numbers.length);
  const values: (number | null)[] = [];
  const found = new Map<number | null, number>();
  for (let row = 0; row < codes.length; row++) {
    const value = nulls !== null && nulls[row] === 1 ? null : (numbers[row] as number);
    let code = found.get(value);
    if (code === undefined) found.set(value, (code = values.push(value) - 1));
    codes[row] = code;
  }
  return { values, addTo: (sums, table) => addCodes(sums, 0, codes, table) };
}

/** Whole numbers, each `step` more than the one before. */
interface Range {
  readonly least: number;
  readonly step: number;
  /** How many it has. */
  readonly length: number;
}

/** The range of the numbers when all are whole and it is not too long. */
function wholeRange(numbers: Float64Array | Int32Array, nulls: Uint8Array | null): Range | null {
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0; row < numbers.length; row++) {
    if (nulls !== null && nulls[row] === 1) continue;
    const value = numbers[row] as number;
    if (!Number.isInteger(value)) return null;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const span = most - least;
  const isExact = [least, most, span].every(Number.isSafeInteger);
  // Times are often all of whole minutes or hours.
  const step = isExact && span >= numbers.length ? stepOf(numbers, nulls, least) : 1;
  const length = span / step + 1;
  return length > 0 && length <= MOST_PLACES_PER_ROW * numbers.length ? { least, step, length } : null;
}

/** What all numbers are a multiple of away from the least. */
function stepOf(numbers: Float64Array | Int32Array, nulls: Uint8Array | null, least: number): number {
  let step = 0;
  for (let row = 0; row < numbers.length && step !== 1; row++) {
    if (nulls !== null && nulls[row] === 1) continue;
    let rest = (numbers[row] as number) - least;
    while (rest !== 0) [step, rest] = [rest, step % rest];
  }
  return Math.max(step, 1);
}

function codeAny(column: Column): Coded {
  const codes = new Uint32Array(column.length);
  const values: unknown[] = [];
  const found = new Map<unknown, number>();
  for (let row = 0; row < codes.length; row++) {
    const value = column.at(row) ?? null;
    const key = keyOf(value);
    let code = found.get(key);
    if (code === undefined) found.set(key, (code = values.push(value) - 1));
    codes[row] = code;
  }
  return { values, addTo: (sums, table) => addCodes(sums, 0, codes, table) };
}

/** Equal values have equal keys, and values of different types never do: 1 is not "1". */
function keyOf(value: unknown): unknown {
  if (value instanceof Date) return `d${value.getTime()}`;
  if (typeof value === "string") return `s${value}`;
  return typeof value === "number" || value === null
    ? value
    : `${typeof value}${JSON.stringify(value, bigintAsText)}`;
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
