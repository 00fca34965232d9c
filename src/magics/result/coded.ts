import { DateColumn } from "../../core/table/date-column.ts";
import { NullableColumn } from "../../core/table/nullable-column.ts";
import type { Column } from "../../core/table/table.ts";
import { TextColumn } from "../../core/table/text-column.ts";
import { codeTexts } from "./text-codes.ts";

/** A column as the numbers of its distinct values. */
export interface Coded {
  /** For each row the position of its value in `values`. */
  readonly codes: Uint32Array;
  /** In no order that counts; null stands for all that is missing but NaN. */
  readonly values: readonly unknown[];
}

/** The distinct values of a column. Numbers, dates and texts are read as they are kept, without an object for each. */
export function coded(column: Column): Coded {
  if (column instanceof Float64Array || column instanceof Int32Array) return codeNumbers(column, null);
  if (column instanceof NullableColumn && !(column.values instanceof BigInt64Array)) {
    return codeNumbers(column.values as Float64Array | Int32Array, column.nulls);
  }
  if (column instanceof DateColumn) {
    const { codes, values } = codeNumbers(column.unixMs, null);
    return { codes, values: values.map((ms) => (Number.isNaN(ms) ? null : new Date(ms as number))) };
  }
  return column instanceof TextColumn ? codeTexts(column) : codeAny(column);
}

/** The distinct pairs of two columns' values; each value of `a` is a list, to which that of `b` is put. */
export function paired(a: Coded, b: Coded): Coded {
  const width = b.values.length;
  const keys = new Float64Array(a.codes.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = (a.codes[row] as number) * width + (b.codes[row] as number);
  }
  const { codes, values } = codeNumbers(keys, null);
  return {
    codes,
    values: values.map((key) => {
      const first = Math.floor((key as number) / width);
      return [...(a.values[first] as unknown[]), b.values[(key as number) - first * width]];
    }),
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
  { least, length }: Range,
): Coded {
  const places = new Uint32Array(length);
  let anyNull = false;
  for (let row = 0; row < numbers.length; row++) {
    if (nulls !== null && nulls[row] === 1) anyNull = true;
    else places[(numbers[row] as number) - least] = 1;
  }
  const values: (number | null)[] = [];
  for (let place = 0; place < length; place++) {
    if (places[place] === 1) places[place] = values.push(place + least) - 1;
  }
  const nullCode = anyNull ? values.push(null) - 1 : 0;
  const codes = new Uint32Array(numbers.length);
  for (let row = 0; row < codes.length; row++) {
    const isNull = nulls !== null && nulls[row] === 1;
    codes[row] = isNull ? nullCode : (places[(numbers[row] as number) - least] as number);
  }
  return { codes, values };
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
  return { codes, values };
}

interface Range {
  readonly least: number;
  /** How many whole numbers it has. */
  readonly length: number;
}

/** The range of the numbers when all are whole and it is not too wide. */
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
  const length = most - least + 1;
  return length > 0 && length <= MOST_PLACES_PER_ROW * numbers.length ? { least, length } : null;
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
  return { codes, values };
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
