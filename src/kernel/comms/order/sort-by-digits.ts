import { type GridReader, nextTurn, type GridBlock } from "../grid-reader.ts";

/**
 * Sorts rows stably by all digits, the most significant first: each digit sorts only within groups of rows that are equal so far, which soon
 * fit the processor's caches, and the digits end when no two rows are equal. In place.
 *
 * @param ends - As long as the rows. Afterwards it has, for the first row of each group that is equal in all digits, where the group ends.
 */
export async function sortByDigits(
  reader: GridReader,
  column: number,
  { count, fill }: SortDigits,
  rows: Uint32Array,
  ends: Uint32Array,
  space: OrderSpace,
): Promise<void> {
  const digits = space.digits(reader.file.rows);
  ends[0] = rows.length;
  for (let index = count - 1; index >= 0; index--) {
    let from = nextTie(ends, 0);
    if (from === rows.length) return;
    await reader.scan(column, (block) => fill(index, block, digits));
    while (from < rows.length) {
      from = sortGroups(digits, rows, ends, from);
      await nextTurn();
    }
  }
}

/** Where the next group of several rows begins; the number of rows if there is none. @param from - Where a group begins. */
export function nextTie(ends: Uint32Array, from: number): number {
  let at = from;
  while (at < ends.length && ends[at] === at + 1) at++;
  return at;
}

/** Rows whose digits are read at a time. */
const WINDOW = 1 << 18;
/** Rows that are sorted by insertion. */
const FEW = 32;
/** Rows that are sorted before the thread serves other requests. */
const ROWS_AT_ONCE = 1 << 20;

const own = new Uint16Array(WINDOW);
const moved = new Uint16Array(WINDOW);
const starts = new Uint32Array(1 << 16);
const lower = new Uint32Array(256);
const upper = new Uint32Array(256);

/** Sorts some groups by a digit. @param first - Where they begin. @returns where the next group of several rows begins */
function sortGroups(digits: Uint16Array, rows: Uint32Array, ends: Uint32Array, first: number): number {
  let from = first;
  while (from < rows.length && from - first < ROWS_AT_ONCE) {
    const isLarge = (ends[from] as number) - from > WINDOW;
    const to = isLarge ? sortLarge(digits, rows, ends, from) : sortWindow(digits, rows, ends, from);
    from = nextTie(ends, to);
  }
  return from;
}

/** Sorts the groups that fit into a window. @returns where they end */
function sortWindow(digits: Uint16Array, rows: Uint32Array, ends: Uint32Array, from: number): number {
  let until = from;
  // Digits of scattered rows are read in a loop of its own, so that the processor fetches many of them at once.
  for (let to; until < rows.length && (to = ends[until] as number) - from <= WINDOW; until = to)
    if (to - until > 1)
      for (let at = until; at < to; at++) own[at - from] = digits[rows[at] as number] as number;
  for (let start = from, to; start < until; start = to) {
    to = ends[start] as number;
    if (to - start === 1) continue;
    if (to - start <= FEW) sortFew(rows, start, to, start - from);
    else sortByHalves(rows, ends, start, to, start - from);
    endGroups(ends, start, to, start - from);
  }
  return until;
}

/** Sorts by insertion. @param at - Where the digits of the rows begin. */
function sortFew(rows: Uint32Array, from: number, to: number, at: number): void {
  const shift = at - from;
  for (let next = from + 1; next < to; next++) {
    const digit = own[next + shift] as number;
    const row = rows[next] as number;
    let target = next;
    for (; target > from && (own[target - 1 + shift] as number) > digit; target--) {
      own[target + shift] = own[target - 1 + shift] as number;
      rows[target] = rows[target - 1] as number;
    }
    own[target + shift] = digit;
    rows[target] = row;
  }
}

/** Sorts by the lower halves of the digits, then by the upper ones: few places at a time, which stay in the caches. */
function sortByHalves(rows: Uint32Array, ends: Uint32Array, from: number, to: number, at: number): void {
  const count = to - from;
  lower.fill(0);
  upper.fill(0);
  for (let next = at; next < at + count; next++) {
    const digit = own[next] as number;
    lower[digit & 0xff]! += 1;
    upper[digit >>> 8]! += 1;
  }
  const one = own[at] as number;
  if (lower[one & 0xff] === count && upper[one >>> 8] === count) return;
  toStarts(lower);
  toStarts(upper);
  for (let next = 0; next < count; next++) {
    const digit = own[at + next] as number;
    const target = lower[digit & 0xff]!++;
    moved[target] = digit;
    ends[from + target] = rows[from + next] as number;
  }
  for (let next = 0; next < count; next++) {
    const digit = moved[next] as number;
    const target = upper[digit >>> 8]!++;
    own[at + target] = digit;
    rows[from + target] = ends[from + next] as number;
  }
}

/** Notes where groups of equal digits end. */
function endGroups(ends: Uint32Array, from: number, to: number, at: number): void {
  const shift = at - from;
  let start = from;
  for (let next = from + 1; next < to; next++)
    if (own[next + shift] !== own[next - 1 + shift]) {
      ends[start] = next;
      start = next;
    }
  ends[start] = to;
}

/** Sorts a group that no window has room for. @returns where it ends */
function sortLarge(digits: Uint16Array, rows: Uint32Array, ends: Uint32Array, from: number): number {
  const to = ends[from] as number;
  starts.fill(0);
  // All rows have the same digits in any order, and in theirs they are read much faster.
  if (to - from === digits.length) for (let at = 0; at < to; at++) starts[digits[at] as number]! += 1;
  else for (let at = from; at < to; at++) starts[digits[rows[at] as number] as number]! += 1;
  if (starts[digits[rows[from] as number] as number] === to - from) return to;
  toStarts(starts);
  for (let at = from; at < to; at++) {
    const row = rows[at] as number;
    ends[from + starts[digits[row] as number]!++] = row;
  }
  rows.set(ends.subarray(from, to), from);
  for (let digit = 0, start = from; digit < DIGITS; digit++) {
    const end = from + (starts[digit] as number);
    if (end === start) continue;
    ends[start] = end;
    start = end;
  }
  return to;
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
  #ends = new Uint32Array(0);
  #digits = new Uint16Array(0);
  #marks = new Uint8Array(0);

  rows(length: number): Uint32Array {
    return (this.#rows = atLeast(this.#rows, length)).subarray(0, length);
  }

  /** For {@link sortByDigits}. */
  ends(length: number): Uint32Array {
    return (this.#ends = atLeast(this.#ends, length)).subarray(0, length);
  }

  /** A digit for each row. */
  digits(length: number): Uint16Array {
    return (this.#digits = atLeast(this.#digits, length)).subarray(0, length);
  }

  /** A byte for each row, all 1. */
  marks(length: number): Uint8Array {
    return (this.#marks = atLeast(this.#marks, length)).subarray(0, length).fill(1);
  }
}

const atLeast = <T extends Uint8Array | Uint16Array | Uint32Array>(buffer: T, length: number): T =>
  buffer.length >= length ? buffer : new (buffer.constructor as new (length: number) => T)(length);
