import { nextTurn, type GridReader, inPieces, PIECE } from "./grid-reader.ts";
import type { SortKey } from "./grid-request.ts";
import { mergeSort, MergeSpace } from "./merge-sort.ts";
import { type SortKeys, sortKeys } from "./sort-keys.ts";

/** Rows as sorted so far. */
interface Ordered {
  readonly rows: Uint32Array;
  /** 1 for each row whose key differs from the previous row's. */
  readonly starts: Uint8Array;
  /** Whether equal rows may differ in the next part of the key. */
  readonly goesOn: boolean;
}

const BUCKETS = 1 << 16;

/**
 * Sorts rows by several keys, stably. Numbers and decimals are ordered by value, texts by UTF-8 bytes as in Presto; then NaN, then nulls.
 * Needs 13 bytes per row, more if a second key sorts many rows; 4 of them are the result.
 *
 * @param kept - Row indexes, ascending; null for all.
 */
export async function orderRows(
  reader: GridReader,
  kept: Uint32Array | null,
  sort: readonly SortKey[],
): Promise<Uint32Array> {
  let ordered: Ordered | null = null;
  for (const { column, descending } of sort) {
    const keys = sortKeys(reader, column, descending);
    for (let part = 0; part === 0 || ordered?.goesOn === true; part++) {
      // While all keys are equal, no row has moved.
      ordered =
        ordered !== null && ordered.starts.includes(1, 1)
          ? await orderStretches(reader, ordered, keys, part)
          : await orderAll(reader, kept, keys, part);
    }
  }
  return ordered?.rows ?? kept ?? Uint32Array.from({ length: reader.file.rows }, (_, row) => row);
}

/** Distributes rows into buckets by the upper half of their keys, then sorts each bucket. */
async function orderAll(
  reader: GridReader,
  kept: Uint32Array | null,
  keys: SortKeys,
  part: number,
): Promise<Ordered> {
  const count = kept?.length ?? reader.file.rows;
  const eachPiece = (act: (piece: Float64Array, from: number, first: number, last: number) => void) => {
    const piece = new Float64Array(PIECE);
    let at = 0;
    return inPieces(reader.file.rows, (from, to) => {
      const first = at;
      if (kept === null) at = to;
      else while (at < count && (kept[at] as number) < to) at++;
      if (at === first) return;
      keys.fill(part, from, to, piece);
      act(piece, from, first, at);
    });
  };
  const rowAt = (at: number): number => (kept === null ? at : (kept[at] as number));

  let least = 0xffffffff;
  let most = 0;
  await eachPiece((piece, from, first, last) => {
    const words = new Int32Array(piece.buffer);
    for (let at = first; at < last; at++) {
      const row = rowAt(at) - from;
      if (Number.isNaN(piece[row])) continue;
      const high = upperHalf(words[2 * row + 1] as number);
      if (high < least) least = high;
      if (high > most) most = high;
    }
  });
  let shift = 0;
  while (most >= least && (most - least) >>> shift >= BUCKETS - 1) shift++;
  // The last bucket is for NaN.
  const bucketOf = (key: number, word: number): number =>
    Number.isNaN(key) ? BUCKETS - 1 : (upperHalf(word) - least) >>> shift;

  const ends = new Uint32Array(BUCKETS);
  await eachPiece((piece, from, first, last) => {
    const words = new Int32Array(piece.buffer);
    for (let at = first; at < last; at++) {
      const row = rowAt(at) - from;
      ends[bucketOf(piece[row] as number, words[2 * row + 1] as number)]! += 1;
    }
  });
  for (let bucket = 0, place = 0; bucket < BUCKETS; bucket++) {
    const next = place + (ends[bucket] as number);
    ends[bucket] = place;
    place = next;
  }

  const sorted = new Float64Array(count);
  const rows = new Uint32Array(count);
  await eachPiece((piece, from, first, last) => {
    const words = new Int32Array(piece.buffer);
    for (let at = first; at < last; at++) {
      const row = rowAt(at);
      const key = piece[row - from] as number;
      const place = ends[bucketOf(key, words[2 * (row - from) + 1] as number)]!++;
      sorted[place] = key;
      rows[place] = row;
    }
  });
  const space = new MergeSpace();
  const starts = new Uint8Array(count);
  let goesOn = false;
  let done = 0;
  for (let bucket = 0, from = 0; bucket < BUCKETS; bucket++) {
    const to = ends[bucket] as number;
    mergeSort(sorted, rows, from, to, space);
    if (markStarts(sorted, starts, from, to, 0, keys, part)) goesOn = true;
    from = to;
    if (to - done > PIECE) {
      done = to;
      await nextTurn();
    }
  }
  return { rows, starts, goesOn };
}

/** The upper half of a double's bits, mapped to sort like the numbers. */
const upperHalf = (word: number): number => (word < 0 ? ~word : word ^ 0x80000000) >>> 0;

/** Sorts each run of rows with equal keys. */
async function orderStretches(
  reader: GridReader,
  { rows, starts }: Ordered,
  keys: SortKeys,
  part: number,
): Promise<Ordered> {
  if (!starts.includes(0)) return { rows, starts, goesOn: false };
  const byRow = new Float64Array(reader.file.rows);
  await inPieces(byRow.length, (from, to) => keys.fill(part, from, to, byRow.subarray(from, to)));
  const space = new MergeSpace();
  let own = new Float64Array(PIECE);
  let goesOn = false;
  let done = 0;
  let to = 0;
  while (to < rows.length) {
    const from = to;
    to = starts.indexOf(1, from + 1);
    if (to < 0) to = rows.length;
    const count = to - from;
    if (count === 1) continue;
    if (own.length < count) own = new Float64Array(count);
    const stretch = rows.subarray(from, to);
    for (let at = 0; at < count; at++) own[at] = byRow[stretch[at] as number] as number;
    mergeSort(own, stretch, 0, count, space);
    if (markStarts(own, starts, 0, count, from, keys, part)) goesOn = true;
    if (to - done > PIECE) {
      done = to;
      await nextTurn();
    }
  }
  return { rows, starts, goesOn };
}

/** Marks where a new key begins. @returns whether equal rows may differ in the next part. */
function markStarts(
  sorted: Float64Array,
  starts: Uint8Array,
  from: number,
  to: number,
  offset: number,
  keys: SortKeys,
  part: number,
): boolean {
  let goesOn = false;
  if (to > from) starts[offset + from] = 1;
  for (let at = from + 1; at < to; at++) {
    const key = sorted[at] as number;
    if (!Object.is(key, sorted[at - 1])) starts[offset + at] = 1;
    else if (!goesOn) goesOn = keys.goesOn(part, key);
  }
  return goesOn;
}
