import { nextTurn, PIECE } from "./grid-reader.ts";

/** Runs of up to this length are sorted by insertion. */
const SHORT = 16;
/** Longer runs are divided by a digit of their keys first. */
const LONG = 1 << 18;
/** The digits of a key, from the highest: the shift to each. */
const SHIFTS = [24, 16, 8, 0];
const DIGITS = 256;
/** Row and key of each row of a run, as one integer. */
const pairs = new BigUint64Array(LONG);
const words = new Uint32Array(pairs.buffer);

/**
 * Sorts each run of rows that are equal so far by their keys.
 *
 * @param starts - 1 for each row that begins a run; set where a run is divided.
 * @param keys - By row.
 * @returns whether there are equal rows left; their order is not defined.
 */
export async function sortRuns(rows: Uint32Array, starts: Uint8Array, keys: Uint32Array): Promise<boolean> {
  let hasTies = false;
  let done = 0;
  for (const [begin, end] of runs(starts)) {
    if (end - begin <= SHORT) insertionSort(rows, keys, begin, end);
    else if (end - begin <= LONG) sortPairs(rows, keys, begin, end);
    else await sortLong(rows, keys, begin, end, 0);
    for (let at = begin + 1; at < end; at++)
      if (keys[rows[at] as number] !== keys[rows[at - 1] as number]) starts[at] = 1;
      else hasTies = true;
    done += end - begin;
    if (done < PIECE) continue;
    done = 0;
    await nextTurn();
  }
  return hasTies;
}

/** The runs with more than one row. */
export function* runs(starts: Uint8Array): Generator<readonly [begin: number, end: number]> {
  for (let tied = starts.indexOf(0); tied > 0;) {
    const next = starts.indexOf(1, tied);
    const end = next < 0 ? starts.length : next;
    yield [tied - 1, end];
    tied = starts.indexOf(0, end);
  }
}

function insertionSort(rows: Uint32Array, keys: Uint32Array, begin: number, end: number): void {
  for (let next = begin + 1; next < end; next++) {
    const row = rows[next] as number;
    const key = keys[row] as number;
    let at = next;
    for (; at > begin && keys[rows[at - 1] as number]! > key; at--) rows[at] = rows[at - 1] as number;
    rows[at] = row;
  }
}

/** Typed arrays sort integers without a comparing function, and far faster. */
function sortPairs(rows: Uint32Array, keys: Uint32Array, begin: number, end: number): void {
  const count = end - begin;
  for (let at = 0; at < count; at++) {
    const row = rows[begin + at] as number;
    words[2 * at] = row;
    words[2 * at + 1] = keys[row] as number;
  }
  pairs.subarray(0, count).sort();
  for (let at = 0; at < count; at++) rows[begin + at] = words[2 * at] as number;
}

/** Moves rows in place to those with the same digit, then sorts these. */
async function sortLong(
  rows: Uint32Array,
  keys: Uint32Array,
  begin: number,
  end: number,
  level: number,
): Promise<void> {
  const shift = SHIFTS[level];
  if (shift === undefined) return;
  const ends = new Uint32Array(DIGITS);
  for (let at = begin; at < end; at++) ends[(keys[rows[at] as number]! >>> shift) & 0xff]! += 1;
  const next = ends.slice();
  for (let digit = 0, at = begin; digit < DIGITS; digit++) {
    next[digit] = at;
    at += ends[digit] as number;
    ends[digit] = at;
  }
  for (let digit = 0; digit < DIGITS; digit++)
    for (let at = next[digit] as number; at < ends[digit]!; at = next[digit] as number) {
      let row = rows[at] as number;
      // Each row that is put in its place frees the place of another one.
      for (let own = -1; own !== digit;) {
        own = (keys[row]! >>> shift) & 0xff;
        const to = next[own]!++;
        const other = rows[to] as number;
        rows[to] = row;
        row = other;
      }
    }
  for (let digit = 0, from = begin; digit < DIGITS; digit++) {
    const to = ends[digit] as number;
    if (to - from > LONG) await sortLong(rows, keys, from, to, level + 1);
    else sortPairs(rows, keys, from, to);
    if (to - from > PIECE) await nextTurn();
    from = to;
  }
}
