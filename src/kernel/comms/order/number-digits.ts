import type { DataOf } from "../../../core/blocks/column-data.ts";
import { setHalves } from "../../../core/blocks/halves.ts";
import type { GridReader } from "../grid-reader.ts";
import type { SortDigits } from "./sort-by-digits.ts";

type SmallData = DataOf<"integer" | "float">;
type NumericData = SmallData | DataOf<"int64">;

/** What decides about the form of a column's digits. */
interface KeyRange {
  least: number;
  most: number;
  /** What makes safe integers of all values: 1, or 100 as for amounts of money; 0 if neither does. */
  scale: 0 | 1 | 100;
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

/** Digits of numbers and dates: NaN comes after the values, null after NaN. */
export async function numberDigits(
  reader: GridReader,
  column: number,
  descending: boolean,
): Promise<SortDigits> {
  const range: KeyRange = {
    least: Infinity,
    most: -Infinity,
    scale: 1,
    isBig: false,
    hasNan: false,
    hasNulls: false,
  };
  await reader.scan(column, ({ data }) => widen(range, data as NumericData));
  if (range.isBig) return bigDigits(descending, range.hasNulls);
  const isExact = Math.max(-range.least, range.most) * range.scale < Number.MAX_SAFE_INTEGER / 2;
  return isExact && range.scale > 0
    ? distanceDigits(range, descending)
    : doubleDigits(descending, range.hasNan);
}

function widen(range: KeyRange, data: NumericData): void {
  if (data.kind === "int64") {
    range.isBig = true;
    range.hasNulls ||= data.nulls?.includes(1) === true;
    return;
  }
  let { least, most, scale, hasNan, hasNulls } = range;
  const { values, nulls } = data;
  for (let at = 0; at < values.length; at++) {
    if (nulls?.[at] === 1) {
      hasNulls = true;
      continue;
    }
    const value = values[at] as number;
    if (scale === 1 && !Number.isSafeInteger(value)) scale = 100;
    if (scale === 100 && Math.round(value * 100) / 100 !== value) scale = 0;
    if (value !== value) hasNan = true;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  Object.assign(range, { least, most, scale, hasNan, hasNulls });
}

/** Digits of values that a scale makes safe integers: those of the distance from the first one; null comes after the last. */
function distanceDigits({ least, most, scale, hasNulls }: KeyRange, descending: boolean): SortDigits {
  const [first, last] = [Math.round(least * scale), Math.round(most * scale)];
  const distances = last - first + 1 + Number(hasNulls);
  let [count, bits] = [0, 1];
  while (2 ** (16 * count) < distances) count++;
  while (2 ** (bits * count) < distances) bits++;
  return {
    count,
    fill: (index, { data, from }, digits) => {
      const { values, nulls } = data as SmallData;
      const unit = 2 ** (-bits * index);
      const mask = 2 ** bits - 1;
      for (let at = 0; at < values.length; at++) {
        const value = Math.round((values[at] as number) * scale);
        const distance = descending ? last - value : value - first;
        digits[from + at] = (distance * unit) & mask;
      }
      setNulls(digits, from, nulls, ((distances - 1) * unit) & mask);
    },
  };
}

/** Digits of doubles: their bits, which sort like the values once those of negative ones are complemented. */
const doubleDigits = (descending: boolean, hasNan: boolean): SortDigits => ({
  count: 4,
  fill: (index, { data, from }, digits) => {
    const { values, nulls } = data as SmallData;
    const doubles = values instanceof Float64Array ? values : Float64Array.from(values);
    const parts = new Uint16Array(doubles.buffer, doubles.byteOffset, 4 * doubles.length);
    const sign = index === 3 ? 0x8000 : 0;
    const flip = descending ? 0xffff : 0;
    for (let at = 0, part = index; at < doubles.length; at++, part += 4) {
      const digit = parts[part] as number;
      // -0 is not below 0, so that it gets the digits of 0.
      digits[from + at] = ((doubles[at] as number) < 0 ? digit ^ 0xffff : digit | sign) ^ flip;
    }
    // No value has as high a first digit, in both orders.
    const [ofNan, ofNull] = index === 3 ? [0xfffe, 0xffff] : [0, 0];
    if (hasNan)
      for (let at = 0; at < doubles.length; at++) if (Number.isNaN(doubles[at])) digits[from + at] = ofNan;
    setNulls(digits, from, nulls, ofNull);
  },
});

/** Digits of integers of 64 bits, negative ones first; the last digit, if needed, puts null after them. */
const bigDigits = (descending: boolean, hasNulls: boolean): SortDigits => ({
  count: hasNulls ? 5 : 4,
  fill: (index, { data, from, to }, digits) => {
    const { values, nulls } = data as NumericData;
    if (index === 4) digits.fill(0, from, to);
    else {
      const big = values instanceof BigInt64Array ? values : new BigInt64Array(values.length);
      if (!(values instanceof BigInt64Array)) setHalves(big, 0, values);
      const parts = new Uint16Array(big.buffer, big.byteOffset, 4 * big.length);
      const flip = (descending ? 0xffff : 0) ^ (index === 3 ? 0x8000 : 0);
      for (let row = from, part = index; row < to; row++, part += 4)
        digits[row] = (parts[part] as number) ^ flip;
    }
    setNulls(digits, from, nulls, index === 4 ? 1 : 0);
  },
});

function setNulls(digits: Uint16Array, from: number, nulls: Uint8Array | null, digit: number): void {
  if (nulls !== null)
    for (let at = 0; at < nulls.length; at++) if (nulls[at] === 1) digits[from + at] = digit;
}
