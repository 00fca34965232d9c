import { type GridReader, nextTurn, type GridBlock } from "../grid-reader.ts";

/** Sorts rows by all digits, the least significant first. @returns `rows` or `spare`, whichever has them in the end */
export async function sortByDigits(
  reader: GridReader,
  column: number,
  { count, fill }: SortDigits,
  rows: Uint32Array,
  spare: Uint32Array,
  space: OrderSpace,
): Promise<Uint32Array> {
  const digits = space.digits(reader.file.rows);
  const starts = new Uint32Array(DIGITS);
  let [from, to] = [rows, spare];
  for (let index = 0; index < count; index++) {
    await reader.scan(column, (block) => fill(index, block, digits));
    if (scatter(digits, from, to, starts)) [from, to] = [to, from];
    await nextTurn();
  }
  return from;
}

/** Moves rows to where their digits begin; those with equal digits stay in order. @returns false if all digits are equal, without moving them */
function scatter(digits: Uint16Array, from: Uint32Array, to: Uint32Array, starts: Uint32Array): boolean {
  const count = from.length;
  starts.fill(0);
  // All rows have the same digits in any order, and in theirs they are read much faster.
  if (count === digits.length) for (let at = 0; at < count; at++) starts[digits[at] as number]! += 1;
  else for (let at = 0; at < count; at++) starts[digits[from[at] as number] as number]! += 1;
  if (count === 0 || starts[digits[from[0] as number] as number] === count) return false;
  for (let digit = 0, start = 0; digit < DIGITS; digit++) {
    const rows = starts[digit] as number;
    starts[digit] = start;
    start += rows;
  }
  for (let at = 0; at < count; at++) {
    const row = from[at] as number;
    to[starts[digits[row] as number]!++] = row;
  }
  return true;
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
