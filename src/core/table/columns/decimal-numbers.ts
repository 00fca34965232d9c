import type { Column } from "./column.ts";
import { NullableColumn } from "./nullable-column.ts";
import { BLOCK_ROWS, TextColumn, type TextDictionary } from "./text-column.ts";

/** Above it, some decimals of as many digits have no number of their own. */
const END = 1e15;
/** Powers of ten that are exact, so that a quotient by one is the number nearest to the decimal. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** The number of a decimal's digits in UTF-8; NaN for one of more than 15 significant digits, and for other texts. */
function numberOfBytes(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let mantissa = 0;
  let scale = 0;
  let zeros = 0;
  let point = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit === POINT - ZERO && point < 0) {
      point = at;
    } else if (digit < 0 || digit > 9) {
      return NaN;
    } else if (point < 0) {
      mantissa = mantissa * 10 + digit;
    } else if (digit === 0) {
      // Significant only before another digit.
      zeros += 1;
    } else {
      scale += zeros + 1;
      mantissa = mantissa * 10 ** (zeros + 1) + digit;
      zeros = 0;
    }
    if (mantissa >= END) return NaN;
  }
  if (end <= start + Number(isNegative) || point === end - 1) return NaN;
  if (mantissa === 0) return 0;
  const number =
    scale < POWERS.length ? mantissa / (POWERS[scale] as number) : Number(`${mantissa}e-${scale}`);
  return isNegative ? -number : number;
}

const scratch = new Uint8Array(64);

/** The number of a decimal's text; NaN for one of more than 15 significant digits, which has none, and for other texts. */
export function decimalNumber(text: string): number {
  const { length } = text;
  if (length > scratch.length) return NaN;
  for (let at = 0; at < length; at++) scratch[at] = Math.min(text.charCodeAt(at), 0x7f);
  return numberOfBytes(scratch, 0, length);
}

/** Decimals as numbers, with nulls; null if one of them has more digits than a number tells apart. */
export function decimalNumbers(texts: Column): Column | null {
  const values = new Float64Array(texts.length);
  const nulls = new Uint8Array(texts.length);
  const isWhole =
    texts instanceof TextColumn ? readBlocks(texts, values, nulls) : readTexts(texts, values, nulls);
  if (!isWhole) return null;
  return nulls.includes(1) ? new NullableColumn(values, nulls) : values;
}

function readTexts(texts: Column, values: Float64Array, nulls: Uint8Array): boolean {
  for (let row = 0; row < texts.length; row++) {
    const text = texts.at(row);
    if (text === null || text === undefined) nulls[row] = 1;
    else if (Number.isNaN((values[row] = typeof text === "string" ? decimalNumber(text) : NaN))) return false;
  }
  return true;
}

function readBlocks(texts: TextColumn, values: Float64Array, nulls: Uint8Array): boolean {
  const entries = new Map<TextDictionary, Float64Array>();
  for (let from = 0; from < texts.length; from += BLOCK_ROWS) {
    const block = texts.rawBlock(from);
    if (block === null) return readTexts(texts, values, nulls);
    const end = Math.min(texts.length, from + BLOCK_ROWS);
    if ("codes" in block) {
      const { dictionary, codes } = block;
      let numbers = entries.get(dictionary);
      if (numbers === undefined) entries.set(dictionary, (numbers = numbersOf(dictionary)));
      for (let row = from; row < end; row++) {
        const code = codes[row - from] as number;
        if (code === 0) nulls[row] = 1;
        else if (Number.isNaN((values[row] = numbers[code] as number))) return false;
      }
      continue;
    }
    const { bytes, offsets } = block;
    for (let row = from; row < end; row++) {
      const at = row - from;
      if (block.nulls?.[at] === 1) {
        nulls[row] = 1;
        continue;
      }
      const value = numberOfBytes(bytes, offsets[at] as number, offsets[at + 1] as number);
      if (Number.isNaN(value)) return false;
      values[row] = value;
    }
  }
  return true;
}

/** The numbers of a dictionary's texts by code. */
const numbersOf = ({ bytes, offsets }: TextDictionary): Float64Array =>
  Float64Array.from(offsets, (end, code) =>
    code === 0 ? NaN : numberOfBytes(bytes, offsets[code - 1] as number, end),
  );
