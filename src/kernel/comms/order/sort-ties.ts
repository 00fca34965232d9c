import { inPieces, nextTurn, PIECE } from "../grid-reader.ts";
import { mergeSort } from "./merge-sort.ts";
import { markStarts, sortByBuckets, type Sorting } from "./sort-by-buckets.ts";

/** Sorts each run of rows that are equal so far. */
export async function sortTies(sorting: Sorting): Promise<void> {
  const { reader, rows, space, starts } = sorting;
  // Half of the buffer is for keys, half for the rows and their slots.
  const most = space.keys(reader.file.rows).length / 2;
  for (let from = runFrom(starts, 0); from < rows.length;) {
    let to = from;
    let tied = 0;
    for (let next = from; next < rows.length; next = runFrom(starts, to)) {
      const end = runTo(starts, next);
      if (tied + end - next > most) break;
      tied += end - next;
      to = end;
    }
    if (tied > 0) await sortRuns(sorting, from, to, tied);
    else await sortLongRun(sorting, from, (to = runTo(starts, from)));
    from = runFrom(starts, to);
  }
}

/** Sorts a run that has more rows than the key buffer. */
async function sortLongRun(sorting: Sorting, from: number, to: number): Promise<void> {
  const { reader, rows, space } = sorting;
  const marks = space.marks("run", reader.file.rows);
  for (let at = from; at < to; at++) marks[rows[at] as number] = 1;
  await sortByBuckets(sorting, marks, from);
}

/** Sorts the runs between two places; `tied` rows are in them. */
async function sortRuns(sorting: Sorting, from: number, to: number, tied: number): Promise<void> {
  const { rows, space, starts } = sorting;
  const keys = await runKeys(sorting, from, to, tied);
  let slot = 0;
  let done = 0;
  for (let begin = from; begin < to;) {
    const end = runTo(starts, begin);
    const own = keys.subarray(slot, (slot += end - begin));
    mergeSort(own, rows.subarray(begin, end), 0, own.length, space.merge);
    markStarts(sorting, own, begin);
    begin = runFrom(starts, end);
    if (slot - done > PIECE) {
      done = slot;
      await nextTurn();
    }
  }
}

/** The keys of these runs' rows, concatenated; reads the table once, in order. */
async function runKeys(
  { keys, part, reader, rows, space, starts }: Sorting,
  from: number,
  to: number,
  tied: number,
): Promise<Float64Array> {
  const { buffer, length } = space.keys(reader.file.rows);
  const tiedRows = new Float64Array(buffer, 0, tied);
  const own = new Uint32Array(buffer, 4 * length, tied);
  const slots = new Uint32Array(buffer, 6 * length, tied);
  const ends = new Uint32Array(Math.ceil(reader.file.rows / PIECE) + 1);
  let slot = 0;
  for (let begin = from; begin < to;) {
    const end = runTo(starts, begin);
    for (let at = begin; at < end; at++) {
      const row = rows[at] as number;
      own[slot++] = row;
      ends[Math.floor(row / PIECE) + 1]! += 1;
    }
    begin = runFrom(starts, end);
  }
  for (let piece = 1; piece < ends.length; piece++) ends[piece]! += ends[piece - 1] as number;
  for (slot = 0; slot < tied; slot++) slots[ends[Math.floor((own[slot] as number) / PIECE)]!++] = slot;
  const read = new Float64Array(PIECE);
  let done = 0;
  await inPieces(reader.file.rows, (first, last) => {
    const end = ends[first / PIECE] as number;
    if (end > done) keys.fill(part, first, last, read);
    for (; done < end; done++) {
      const at = slots[done] as number;
      tiedRows[at] = read[(own[at] as number) - first] as number;
    }
  });
  return tiedRows;
}

/** The first row at or after `at` that ties with the next one; the number of rows if there is none. */
function runFrom(starts: Uint8Array, at: number): number {
  const tied = starts.indexOf(0, at + 1);
  return tied < 0 ? starts.length : tied - 1;
}

function runTo(starts: Uint8Array, from: number): number {
  const to = starts.indexOf(1, from + 1);
  return to < 0 ? starts.length : to;
}
