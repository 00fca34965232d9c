import type { GridReader } from "./grid-reader.ts";

/**
 * Writes one part of the sort keys of the rows from `from` to before `to`: rows are ordered by their first parts, those with equal ones by
 * their second parts, and so on.
 *
 * @returns whether there are further parts.
 */
export type FillKeys = (part: number, from: number, to: number, keys: Uint32Array) => boolean;

/** Key of null in columns whose values have smaller keys. */
const LAST = 0xffffffff;
/** Bytes of text per part. The base has a digit for the end of a text, so that it sorts before a zero byte. */
const BYTES = 3;
const BASE = 257;

/** The keys of a column: NaN comes after the numbers and null last, also in descending order. */
export function sortKeys(reader: GridReader, column: number, descending: boolean): FillKeys {
  const { kind } = reader.column(column);
  const isDecimal = reader.isDecimal(column);
  if (kind === "dict") return codeKeys(reader, column, ranksOf(reader.texts(column), isDecimal), descending);
  if (kind === "bool") return codeKeys(reader, column, Uint32Array.of(0, 1, LAST), descending);
  if ((kind === "text" || kind === "json") && !isDecimal) return textKeys(reader, column, descending);
  return numberKeys(reader, column, descending);
}

function codeKeys(reader: GridReader, column: number, ranks: Uint32Array, descending: boolean): FillKeys {
  const keyOf = descending ? ranks.map((rank) => (rank === LAST ? LAST : LAST - 1 - rank)) : ranks;
  return (_, from, to, keys) => {
    const codes = reader.raw(column, from, to);
    for (let at = 0; at < to - from; at++) keys[at] = keyOf[codes[at] as number] as number;
    return false;
  };
}

/** Rank of a dictionary's texts by code: in order of their bytes, or for decimals of their values. */
function ranksOf(texts: readonly string[], numeric: boolean): Uint32Array {
  const bytes = numeric ? [] : texts.map((text) => Buffer.from(text));
  const order = (a: number, b: number): number =>
    numeric ? Number(texts[a]) - Number(texts[b]) : Buffer.compare(bytes[a] as Buffer, bytes[b] as Buffer);
  const sorted = Uint32Array.from(texts.keys()).sort(order);
  const ranks = new Uint32Array(texts.length + 1).fill(LAST);
  sorted.forEach((place, at) => {
    const before = sorted[at - 1];
    const isSame = before !== undefined && order(before, place) === 0;
    ranks[place + 1] = isSame ? (ranks[before + 1] as number) : at;
  });
  return ranks;
}

/** First part: number, NaN or null; then the integer, or the upper and the lower half of the bits. */
function numberKeys(reader: GridReader, column: number, descending: boolean): FillKeys {
  const { kind } = reader.column(column);
  const isInteger = /^[iu](8|16|32)$/.test(kind);
  const isLong = kind === "i64" || kind === "u64";
  const flip = descending ? LAST : 0;
  return (part, from, to, keys) => {
    const numbers = reader.numbers(column, from, to);
    if (part === 0) {
      const missing = reader.missing(column, from, to);
      numbers.forEach((value, at) => (keys[at] = missing?.[at] === 1 ? 2 : Number.isNaN(value) ? 1 : 0));
      return true;
    }
    // Adding 0 turns -0 into 0, because the two are equal.
    if (!isLong) for (let at = 0; at < numbers.length; at++) numbers[at]! += 0;
    const { buffer, byteOffset } = isLong ? (reader.raw(column, from, to) as BigInt64Array) : numbers;
    const words = new Uint32Array(buffer, byteOffset, 2 * numbers.length);
    const sign = part === 1 && kind[0] !== "u" ? 0x80000000 : 0;
    for (let at = 0; at < numbers.length; at++) {
      const value = numbers[at] as number;
      const mask = !isLong && !isInteger && words[2 * at + 1]! > 0x7fffffff ? LAST : sign;
      keys[at] = Number.isNaN(value) ? 0 : (isInteger ? value : words[2 * at + 2 - part]!) ^ mask ^ flip;
    }
    return part === 1 && !isInteger;
  };
}

function textKeys(reader: GridReader, column: number, descending: boolean): FillKeys {
  return (part, from, to, keys) => {
    const { bytes, ends, missing } = reader.rawTexts(column, from, to);
    let goesOn = false;
    for (let at = 0, begin = 0; at < to - from; at++) {
      const end = ends[at] as number;
      const start = begin + part * BYTES;
      let key = 0;
      for (let i = start; i < start + BYTES; i++) key = key * BASE + (i < end ? (bytes[i] as number) + 1 : 0);
      keys[at] = missing?.[at] === 1 ? LAST : descending ? LAST - 1 - key : key;
      goesOn ||= end > start + BYTES;
      begin = end;
    }
    return goesOn;
  };
}
