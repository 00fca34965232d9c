import { type GridReader, nextTurn, type GridBlock } from "../grid-reader.ts";

/** Sorts rows by all digits, the least significant first, in place. */
export async function sortByDigits(
  reader: GridReader,
  column: number,
  { count, fill }: SortDigits,
  rows: Uint32Array,
  space: OrderSpace,
): Promise<void> {
  const digits = space.digits(reader.file.rows);
  const spare = space.spare(rows.length);
  for (let index = 0; index < count; index++) {
    await reader.scan(column, (block) => fill(index, block, digits));
    sortByDigit(digits, rows, spare);
    await nextTurn();
  }
}

/**
 * Sorts rows by a digit; those with equal digits stay in order. First by the digit's lower half: reading the digits of scattered rows takes
 * most of the time, so each is read once, and its upper half moves with the row, in bits that the row leaves free.
 */
function sortByDigit(digits: Uint16Array, rows: Uint32Array, spare: Uint32Array): void {
  const count = rows.length;
  const upper = Math.min(8, Math.clz32(digits.length));
  const lower = 16 - upper;
  const lowMask = (1 << lower) - 1;
  const lowStarts = new Uint32Array(1 << lower);
  const highStarts = new Uint32Array(1 << upper);
  // All rows have the same digits in any order, and in theirs they are read much faster.
  const areAll = count === digits.length;
  for (let at = 0; at < count; at++) {
    const digit = digits[areAll ? at : (rows[at] as number)] as number;
    lowStarts[digit & lowMask]! += 1;
    highStarts[digit >>> lower]! += 1;
  }
  if (lowStarts.includes(count) && highStarts.includes(count)) return;
  toStarts(lowStarts);
  toStarts(highStarts);
  const rowBits = 32 - upper;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    const digit = digits[row] as number;
    spare[lowStarts[digit & lowMask]!++] = row | ((digit >>> lower) << rowBits);
  }
  const rowMask = 0xffff_ffff >>> upper;
  for (let at = 0; at < count; at++) {
    const both = spare[at] as number;
    rows[highStarts[both >>> rowBits]!++] = both & rowMask;
  }
}

/** Numbers of rows to the places where they begin. */
function toStarts(counts: Uint32Array): void {
  for (let digit = 0, start = 0; digit < counts.length; digit++) {
    const rows = counts[digit] as number;
    counts[digit] = start;
    start += rows;
  }
}

/** Number of values of a digit. */
export const DIGITS = 1 << 16;

/** The digits of a column's keys, which sort like its values. */
export interface SortDigits {
  /** Number of digits. */
  readonly count: number;
  /** Sets `digits` of a block's rows. @param index - 0 for the least significant digit. */
  readonly fill: (index: number, block: GridBlock, digits: Uint16Array) => void;
}

/**
 * Buffers shared by successive sorts, because a dropped buffer stays in memory until some later garbage collection. A sort's rows are
 * valid until the next sort begins.
 */
export class OrderSpace {
  #rows = new Uint32Array(0);
  #spare = new Uint32Array(0);
  #digits = new Uint16Array(0);
  #hashes = new Uint32Array(0);
  #marks = new Uint8Array(0);

  rows(length: number): Uint32Array {
    return (this.#rows = atLeast(this.#rows, length)).subarray(0, length);
  }

  spare(length: number): Uint32Array {
    return (this.#spare = atLeast(this.#spare, length)).subarray(0, length);
  }

  /** A digit for each row. */
  digits(length: number): Uint16Array {
    return (this.#digits = atLeast(this.#digits, length)).subarray(0, length);
  }

  /** A hash for each row. */
  hashes(length: number): Uint32Array {
    return (this.#hashes = atLeast(this.#hashes, length)).subarray(0, length);
  }

  /** A byte for each row, all 1. */
  marks(length: number): Uint8Array {
    return (this.#marks = atLeast(this.#marks, length)).subarray(0, length).fill(1);
  }
}

const atLeast = <T extends Uint8Array | Uint16Array | Uint32Array>(buffer: T, length: number): T =>
  buffer.length >= length ? buffer : new (buffer.constructor as new (length: number) => T)(length);
