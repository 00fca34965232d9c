// This folder: the order of a grid's rows by its columns: typed keys, sorted in buckets, ties by the next column.

import { decimalOrder } from "../../../core/text/decimal-text.ts";
import type { GridReader } from "../grid-reader.ts";

/** Keys that sort like a column's values; NaN comes last. Equal keys may differ in their next part. */
export interface SortKeys {
  /** Fills the keys of the rows from `from` to before `to`. */
  fill(part: number, from: number, to: number, keys: Float64Array): void;
  /** Whether values with this key may differ in the next part. */
  goesOn(part: number, key: number): boolean;
}

/** Bytes of text per part. The base has a digit for the end of a text, so that it sorts before a zero byte. */
const BYTES = 6;
const BASE = 257;

export function sortKeys(reader: GridReader, column: number, descending: boolean): SortKeys {
  const keys = ascending(reader, column);
  return {
    goesOn: (part, key) => keys.goesOn(part, key),
    fill(part, from, to, numbers) {
      keys.fill(part, from, to, numbers);
      // Adding 0 turns -0 into 0, because the two are equal.
      const sign = descending ? -1 : 1;
      for (let at = 0; at < to - from; at++) numbers[at] = sign * (numbers[at] as number) + 0;
    },
  };
}

function ascending(reader: GridReader, column: number): SortKeys {
  const { kind } = reader.column(column);
  const isDecimal = reader.isDecimal(column);
  if (kind === "dict") return codeKeys(reader, column, ranksOf(reader.texts(column), isDecimal));
  if (kind === "bool") return codeKeys(reader, column, Float64Array.of(0, 1, NaN));
  if (kind === "text" || kind === "json")
    return isDecimal ? decimalKeys(reader, column) : textKeys(reader, column);
  if (kind === "i64" || kind === "u64") {
    const isRounded = (key: number) => Math.abs(key) > Number.MAX_SAFE_INTEGER;
    return exactKeys(reader, column, isRounded, 1, (from, to) => reader.raw(column, from, to));
  }
  return {
    // NaN comes before null.
    goesOn: (part, key) => part === 0 && Number.isNaN(key) && /^f/.test(kind),
    fill(part, from, to, keys) {
      if (part === 0) return keys.set(reader.numbers(column, from, to));
      const missing = reader.missing(column, from, to);
      for (let at = 0; at < to - from; at++) keys[at] = missing?.[at] === 1 ? NaN : 0;
    },
  };
}

function codeKeys(reader: GridReader, column: number, keyOf: Float64Array): SortKeys {
  return {
    goesOn: () => false,
    fill(_, from, to, keys) {
      const codes = reader.raw(column, from, to);
      for (let at = 0; at < to - from; at++) keys[at] = keyOf[codes[at] as number] as number;
    },
  };
}

/** Rank of a dictionary's texts by code: in order of their bytes, or for decimals of their values. */
function ranksOf(texts: readonly string[], numeric: boolean): Float64Array {
  const bytes = numeric ? [] : texts.map((text) => Buffer.from(text));
  const values = numeric ? texts.map(decimalOrder) : [];
  const below = (a: number, b: number): number => Number((values[a] as bigint) < (values[b] as bigint));
  const sorted = Uint32Array.from(texts.keys()).sort((a, b) =>
    numeric ? below(b, a) - below(a, b) : Buffer.compare(bytes[a] as Buffer, bytes[b] as Buffer),
  );
  const ranks = new Float64Array(texts.length + 1).fill(NaN);
  sorted.forEach((row, rank) => (ranks[row + 1] = rank));
  return ranks;
}

/** Decimals as multiples of the smallest one. */
function decimalKeys(reader: GridReader, column: number): SortKeys {
  const differAsDoubles = /\((?:\d|1[0-5])\b/.test(reader.column(column).type ?? "");
  const isRounded = (key: number) => !differAsDoubles && !Number.isNaN(key);
  const read = (from: number, to: number) => reader.values(column, from, to).map(decimalOrder);
  return exactKeys(reader, column, isRounded, 1e38, read);
}

/** First part: the values as doubles; each further part: what the parts before leave of them, as integers. */
function exactKeys(
  reader: GridReader,
  column: number,
  isRounded: (key: number) => boolean,
  scale: number,
  read: (from: number, to: number) => ArrayLike<number | bigint>,
): SortKeys {
  return {
    goesOn: (part, key) => (part === 0 ? isRounded(key) : Math.abs(key) > Number.MAX_SAFE_INTEGER),
    fill(part, from, to, keys) {
      keys.set(reader.numbers(column, from, to));
      if (part === 0) return;
      const exact = read(from, to);
      for (let at = 0; at < to - from; at++) {
        const key = keys[at] as number;
        const value = exact[at];
        let rest = typeof value === "bigint" && isRounded(key) ? value - BigInt(Math.round(key * scale)) : 0n;
        for (let done = 1; done < part; done++) rest -= BigInt(Number(rest));
        keys[at] = Number(rest);
      }
    },
  };
}

function textKeys(reader: GridReader, column: number): SortKeys {
  return {
    goesOn: (_, key) => key < 0 || key > 0,
    fill(part, from, to, keys) {
      const { bytes, ends, missing } = reader.rawTexts(column, from, to);
      let begin = 0;
      for (let at = 0; at < to - from; at++) {
        const end = ends[at] as number;
        const start = begin + part * BYTES;
        let key = 0;
        for (let i = start; i < start + BYTES; i++)
          key = key * BASE + (i < end ? (bytes[i] as number) + 1 : 0);
        keys[at] = missing?.[at] === 1 ? NaN : key;
        begin = end;
      }
    },
  };
}
