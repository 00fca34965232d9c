import { type GridReader, inPieces, nextTurn, PIECE } from "../grid-reader.ts";
import { mergeSort } from "./merge-sort.ts";
import type { OrderSpace } from "./order-space.ts";
import type { SortKeys } from "./sort-keys.ts";

/** One pass of a sort, by one part of a key. */
export interface Sorting {
  readonly reader: GridReader;
  readonly keys: SortKeys;
  readonly part: number;
  /** Rows as sorted so far. */
  readonly rows: Uint32Array;
  /** 1 for each row whose key differs from the previous row's. */
  readonly starts: Uint8Array;
  readonly space: OrderSpace;
  /** Whether equal rows may differ in the next part of the key. */
  goesOn: boolean;
}

/** Keys by the upper or the lower half of their bits, as ordinals; lower halves are of keys with the same upper half. */
interface Span {
  readonly upper: number | null;
  readonly least: number;
  readonly most: number;
}

const BUCKETS = 1 << 16;
const LAST = BUCKETS - 1;
const MOST = 0xffffffff;
const SAMPLED_PIECES = 16;
const PLACE = 1;
const PLACE_WITH_KEY = 2;

/** Half of a double's bits, mapped to sort like the numbers. */
const upperOrdinal = (high: number): number => (high < 0 ? ~high : high ^ 0x80000000) >>> 0;
const lowerOrdinal = (high: number, low: number): number => (high < 0 ? ~low : low) >>> 0;

/**
 * Sorts rows stably by their keys, NaN last, into `rows` from `place` on. Reads the keys again for each few million rows, so that few are held.
 *
 * @param rowMask - 1 for each row to sort; null for all.
 */
export async function sortByBuckets(
  sorting: Sorting,
  rowMask: Uint8Array | null,
  place: number,
  span: Span = { upper: null, least: 0, most: MOST },
): Promise<void> {
  const { keys, rows, space, starts } = sorting;
  const isWhole = span.upper === null && span.least === 0 && span.most === MOST;
  const { least, most } = isWhole ? await sampledSpan(sorting, rowMask) : span;
  let shift = 0;
  while ((most - least) / 2 ** shift >= BUCKETS - 2) shift++;
  /** The first and the last bucket hold what was not seen in the sample. -1 for keys outside of the span. */
  const bucketOf = (high: number, low: number): number => {
    const upper = upperOrdinal(high);
    if (span.upper !== null && upper !== span.upper) return -1;
    const ordinal = span.upper === null ? upper : lowerOrdinal(high, low);
    if (ordinal < span.least || ordinal > span.most) return -1;
    return ordinal < least ? 0 : ordinal > most ? LAST : 1 + ((ordinal - least) >>> shift);
  };

  const counts = new Uint32Array(BUCKETS);
  const firsts = new Float64Array(BUCKETS);
  const mixed = new Uint8Array(BUCKETS);
  let nans = 0;
  await eachPiece(sorting, rowMask, 1, (piece, words, from, to) => {
    for (let row = from, at = 0; row < to; row++, at++) {
      if (rowMask !== null && rowMask[row] === 0) continue;
      const key = piece[at] as number;
      if (key !== key) nans++;
      else {
        const bucket = bucketOf(words[2 * at + 1] as number, words[2 * at] as number);
        if (bucket < 0) continue;
        if (counts[bucket]!++ === 0) firsts[bucket] = key;
        else if (firsts[bucket] !== key) mixed[bucket] = 1;
      }
    }
  });

  const next = new Uint32Array(BUCKETS);
  let end = place;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    next[bucket] = end;
    end += counts[bucket] as number;
  }
  let nextNan = end;
  if (isWhole && nans > 0) starts[end] = 1;
  if (isWhole && nans > 1 && keys.goesOn(sorting.part, NaN)) sorting.goesOn = true;

  const held = space.keys(sorting.reader.file.rows);
  const isHeld = (bucket: number): boolean =>
    mixed[bucket] === 1 && (counts[bucket] as number) <= held.length;
  const slots = new Uint32Array(BUCKETS);
  const acts = Uint8Array.from(mixed, (isMixed) => (isMixed === 1 ? 0 : PLACE));
  for (let bucket = 0, isFirst = true; isFirst || bucket < BUCKETS; isFirst = false) {
    const start = bucket;
    let used = 0;
    for (; bucket < BUCKETS; bucket++) {
      if (!isHeld(bucket)) continue;
      if (used + (counts[bucket] as number) > held.length) break;
      acts[bucket] = PLACE_WITH_KEY;
      slots[bucket] = used;
      used += counts[bucket] as number;
    }
    if (used === 0 && !isFirst) break;
    await eachPiece(sorting, rowMask, 1, (piece, words, from, to) => {
      for (let row = from, at = 0; row < to; row++, at++) {
        if (rowMask !== null && rowMask[row] === 0) continue;
        const key = piece[at] as number;
        if (key !== key) {
          if (isFirst && isWhole) rows[nextNan++] = row;
          continue;
        }
        const own = bucketOf(words[2 * at + 1] as number, words[2 * at] as number);
        if (own < 0 || acts[own] === 0) continue;
        rows[next[own]!++] = row;
        if (acts[own] === PLACE_WITH_KEY) held[slots[own]!++] = key;
      }
    });
    let done = 0;
    for (let sorted = start; sorted < bucket; sorted++) {
      if (acts[sorted] !== PLACE_WITH_KEY) continue;
      const count = counts[sorted] as number;
      const slot = (slots[sorted] as number) - count;
      const begin = (next[sorted] as number) - count;
      const own = held.subarray(slot, slot + count);
      mergeSort(own, rows.subarray(begin, begin + count), 0, count, space.merge);
      markStarts(sorting, own, begin);
      done += count;
      if (done > PIECE) {
        done = 0;
        await nextTurn();
      }
    }
    acts.fill(0);
  }

  for (let bucket = 0, begin = place; bucket < BUCKETS; begin += counts[bucket++] as number) {
    const count = counts[bucket] as number;
    if (count === 0) continue;
    if (mixed[bucket] === 0) {
      starts[begin] = 1;
      if (count > 1 && keys.goesOn(sorting.part, firsts[bucket] as number)) sorting.goesOn = true;
    } else if (!isHeld(bucket)) {
      const from = bucket === 0 ? span.least : bucket === LAST ? most + 1 : least + (bucket - 1) * 2 ** shift;
      const to =
        bucket === 0 ? least - 1 : bucket === LAST ? span.most : Math.min(most, from + 2 ** shift - 1);
      const part =
        from === to ? { upper: from, least: 0, most: MOST } : { upper: span.upper, least: from, most: to };
      await sortByBuckets(sorting, rowMask, begin, part);
    }
  }
}

/** Marks in `starts` where a new key begins among sorted keys. */
export function markStarts(sorting: Sorting, sorted: Float64Array, place: number): void {
  const { keys, part, starts } = sorting;
  if (sorted.length > 0) starts[place] = 1;
  for (let at = 1; at < sorted.length; at++) {
    const key = sorted[at] as number;
    if (!Object.is(key, sorted[at - 1])) starts[place + at] = 1;
    else if (!sorting.goesOn) sorting.goesOn = keys.goesOn(part, key);
  }
}

/** Estimates from some pieces of the table where most upper halves of the keys lie. */
async function sampledSpan(
  sorting: Sorting,
  rowMask: Uint8Array | null,
): Promise<{ least: number; most: number }> {
  let least = MOST;
  let most = 0;
  const step = Math.max(1, Math.floor(sorting.reader.file.rows / PIECE / SAMPLED_PIECES));
  await eachPiece(sorting, rowMask, step, (piece, words, from, to) => {
    for (let row = from, at = 0; row < to; row++, at++) {
      if ((rowMask !== null && rowMask[row] === 0) || Number.isNaN(piece[at])) continue;
      const upper = upperOrdinal(words[2 * at + 1] as number);
      if (upper < least) least = upper;
      if (upper > most) most = upper;
    }
  });
  return most < least ? { least: 0, most: MOST } : { least, most };
}

/** Reads the keys of each `step`th piece that has rows to sort, also as 32-bit words. */
function eachPiece(
  { reader, keys, part }: Sorting,
  rowMask: Uint8Array | null,
  step: number,
  act: (piece: Float64Array, words: Int32Array, from: number, to: number) => void,
): Promise<void> {
  const piece = new Float64Array(PIECE);
  const words = new Int32Array(piece.buffer);
  return inPieces(reader.file.rows, (from, to) => {
    if ((from / PIECE) % step !== 0 || (rowMask !== null && !rowMask.subarray(from, to).includes(1))) return;
    keys.fill(part, from, to, piece);
    act(piece, words, from, to);
  });
}
