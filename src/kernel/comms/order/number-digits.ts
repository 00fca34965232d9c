import type { ColumnData, DataOf } from "../../../core/blocks/column-data.ts";
import { halvesOf } from "../../../core/blocks/halves.ts";
import type { GridBlock, GridReader } from "../grid-reader.ts";
import type { SortDigits } from "./sort-by-digits.ts";

type NumericData = DataOf<"int64" | "integer" | "float">;

/** What decides about the form of a column's keys. */
interface KeyRange {
  least: number;
  most: number;
  isWhole: boolean;
  /** Whether there are integers of 64 bits. */
  isBig: boolean;
  hasNan: boolean;
  hasNulls: boolean;
}

/** Digits of booleans: false, true, null. */
export function booleanDigits(descending: boolean): SortDigits {
  const codes = descending ? [1, 0, 2] : [0, 1, 2];
  return {
    count: 1,
    fill: (_, { data, from, to }, digits) => {
      const own = (data as DataOf<"boolean">).codes;
      for (let row = from; row < to; row++) digits[row] = codes[own[row - from] as number] as number;
    },
  };
}

/** Digits of numbers and dates. The last digit, if needed, puts NaN after the values, and null after NaN. */
export async function numberDigits(
  reader: GridReader,
  column: number,
  descending: boolean,
): Promise<SortDigits> {
  const range: KeyRange = {
    least: Infinity,
    most: -Infinity,
    isWhole: true,
    isBig: false,
    hasNan: false,
    hasNulls: false,
  };
  await reader.scan(column, ({ data }) => widen(range, data as NumericData));
  const { least, most, isWhole, isBig, hasNan, hasNulls } = range;
  const isRange = isWhole && !isBig && most - least <= Number.MAX_SAFE_INTEGER;
  let count = isRange ? 0 : 4;
  while (isRange && most - least >= 2 ** (16 * count)) count++;
  const wide = isWhole ? integerWords : floatWords;
  const words = isRange ? rangeWords(descending ? -most : least, descending) : wide;
  const flip = descending && !isRange ? 0xffff : 0;
  let part = new Int32Array(0);
  return {
    count: hasNulls || hasNan ? count + 1 : count,
    fill: (index, block, digits) => {
      if (index === count) return fillMissing(block, digits);
      const data = block.data as NumericData;
      const { from, to } = block;
      const { nulls } = data;
      const rows = to - from;
      if (part.length < rows) part = new Int32Array(rows);
      words(data, index >> 1, part);
      const shift = 16 * (index & 1);
      for (let at = 0; at < rows; at++)
        digits[from + at] = nulls?.[at] === 1 ? 0 : (((part[at] as number) >>> shift) & 0xffff) ^ flip;
    },
  };
}

function widen(range: KeyRange, data: NumericData): void {
  if (data.kind === "int64") {
    range.isBig = true;
    range.hasNulls ||= data.nulls?.includes(1) === true;
    return;
  }
  let { least, most, isWhole, hasNan, hasNulls } = range;
  const { values, nulls } = data;
  for (let at = 0; at < values.length; at++) {
    if (nulls?.[at] === 1) {
      hasNulls = true;
      continue;
    }
    const value = values[at] as number;
    if (!Number.isSafeInteger(value)) isWhole = false;
    if (value !== value) hasNan = true;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  Object.assign(range, { least, most, isWhole, hasNan, hasNulls });
}

/** Fills in one of two 32-bit words of each row's key, 0 for the lower one. */
type FillWords = (data: NumericData, word: number, words: Int32Array) => void;

/** The distance of safe integers from the first one. */
const rangeWords =
  (first: number, descending: boolean): FillWords =>
  ({ values }, word, words) => {
    const sign = descending ? -1 : 1;
    for (let at = 0; at < values.length; at++) {
      const key = sign * (values[at] as number) - first;
      words[at] = word === 0 ? key : key / 2 ** 32;
    }
  };

/** Integers of 64 bits, negative ones first. */
const integerWords: FillWords = (data, word, words) => {
  const halves = data.kind === "int64" ? halvesOf(data.values) : null;
  for (let at = 0; at < data.values.length; at++) {
    const value = data.values[at] as number;
    const low = halves === null ? value : (halves[2 * at] as number);
    words[at] = word === 0 ? low : (halves?.[2 * at + 1] ?? Math.floor(value / 2 ** 32)) ^ 0x8000_0000;
  }
};

/** The bits of doubles, in the order of their values; 0 for NaN. */
const floatWords: FillWords = ({ values }, word, words) => {
  const count = values.length;
  if (doubles.length < count) doubles = new Float64Array(count);
  // Adding 0 turns -0 into 0, because the two are equal.
  for (let at = 0; at < count; at++) doubles[at] = (values[at] as number) + 0;
  const halves = new Int32Array(doubles.buffer);
  for (let at = 0; at < count; at++) {
    const high = halves[2 * at + 1] as number;
    const own = word === 0 ? (halves[2 * at] as number) : high;
    const flip = high < 0 ? -1 : word === 0 ? 0 : 0x8000_0000;
    words[at] = Number.isNaN(doubles[at]) ? 0 : own ^ flip;
  }
};

/** Scratch space of {@link floatWords}. */
let doubles = new Float64Array(0);

function fillMissing({ data, from, to }: GridBlock, digits: Uint16Array): void {
  const { values, nulls } = data as Exclude<NumericData, DataOf<"int64">> & ColumnData;
  for (let at = 0; at < to - from; at++)
    digits[from + at] = nulls?.[at] === 1 ? 2 : Number.isNaN(values[at]) ? 1 : 0;
}
