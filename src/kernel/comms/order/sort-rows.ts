// This folder: the order of a grid's rows by its columns: a radix sort, digit by digit.

import type { GridReader } from "../grid-reader.ts";
import type { SortKey } from "../grid-request.ts";
import { booleanDigits, numberDigits } from "./number-digits.ts";
import { type OrderSpace, sortByDigits, type SortDigits } from "./sort-by-digits.ts";
import { textDigits, type TextDigits, fillTexts, textKeys } from "./text-digits.ts";
import { rowReader } from "../../../core/blocks/row-reader.ts";

/**
 * Sorts rows stably by several columns, the last one first. Numbers and decimals are ordered by value, texts by UTF-8 bytes as in Presto; then
 * NaN, then nulls. Each digit of a key is read from the column again, so that only one is held: 10 bytes a row, 4 of them for the result.
 *
 * @param rows - In the table's order, in the space's buffer.
 * @returns the same rows, in a buffer of the space
 */
export async function sortRows(
  reader: GridReader,
  rows: Uint32Array,
  sort: readonly SortKey[],
  space: OrderSpace,
): Promise<Uint32Array> {
  let sorted = rows;
  for (const { column, descending } of sort.toReversed()) {
    const spare = sorted === rows ? space.spare(rows.length) : rows;
    const texts = isText(reader, column) ? await textDigits(reader, column, descending) : null;
    const digits = texts ?? (await plainDigits(reader, column, descending));
    sorted = await sortByDigits(reader, column, digits, sorted, spare, space);
    if (texts?.hasLonger === true) await sortLongTexts(reader, column, descending, texts, sorted, space);
  }
  return sorted;
}

const isText = (reader: GridReader, column: number): boolean =>
  /^(?:text|nested)$/.test(reader.column(column).kind);

function plainDigits(
  reader: GridReader,
  column: number,
  descending: boolean,
): Promise<SortDigits> | SortDigits {
  return reader.column(column).kind === "boolean"
    ? booleanDigits(descending)
    : numberDigits(reader, column, descending);
}

/** Rows whose texts are held at a time. */
const MAX_ROWS = 100_000;
const MAX_BYTES = 64 << 20;

/**
 * Sorts texts that go on after their digits, in place: rows that are equal so far are compared by their whole texts, and if there are many,
 * sorted by more digits first.
 *
 * @param sorted - The rows, sorted by the digits.
 */
async function sortLongTexts(
  reader: GridReader,
  column: number,
  descending: boolean,
  digits: TextDigits,
  sorted: Uint32Array,
  space: OrderSpace,
): Promise<void> {
  const most = Math.min(MAX_ROWS, Math.max(1, Math.floor(MAX_BYTES / digits.longest)));
  const runs = await tiedRuns(reader, column, digits, sorted, space);
  let batch: Uint32Array[] = [];
  let count = 0;
  const sortBatch = async (): Promise<void> => {
    if (count > 0) await compareTexts(reader, column, descending, batch);
    batch = [];
    count = 0;
  };
  for (const [from, to] of runs) {
    const run = sorted.subarray(from, to);
    if (run.length > most) {
      const more = await textDigits(reader, column, descending, 4 * (digits.end - digits.first));
      const spare = new Uint32Array(run.length);
      const own = await sortByDigits(reader, column, more, run, spare, space);
      if (own !== run) run.set(own);
      if (more.hasLonger) await sortLongTexts(reader, column, descending, more, run, space);
    } else {
      if (count + run.length > most) await sortBatch();
      batch.push(run);
      count += run.length;
    }
  }
  await sortBatch();
}

/** Where rows follow each other that may be equal in all digits, and go on: their digits have the same hash. */
async function tiedRuns(
  reader: GridReader,
  column: number,
  { first, end }: TextDigits,
  sorted: Uint32Array,
  space: OrderSpace,
): Promise<[from: number, to: number][]> {
  const hashes = space.hashes(reader.file.rows);
  const isDecimal = reader.isDecimal(column);
  await reader.scan(column, ({ data, from }) =>
    fillTexts(textKeys(data, isDecimal), hashes, from, 0, (bytes, start, to) => {
      if (to - start <= end) return 0;
      let hash = 1;
      for (let at = start + first; at < start + end; at++)
        hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
      return hash >>> 0 || 1;
    }),
  );
  const runs: [number, number][] = [];
  for (let from = 0, to = 1; from < sorted.length; from = to++) {
    const hash = hashes[sorted[from] as number];
    while (hash !== 0 && to < sorted.length && hashes[sorted[to] as number] === hash) to++;
    if (to - from > 1) runs.push([from, to]);
  }
  return runs;
}

/** Sorts each run by whole texts, stably. */
async function compareTexts(
  reader: GridReader,
  column: number,
  descending: boolean,
  runs: readonly Uint32Array[],
): Promise<void> {
  const isDecimal = reader.isDecimal(column);
  const texts = new Map<number, Buffer>();
  const rows = Uint32Array.from(runs.flatMap((run) => [...run])).sort();
  let next = 0;
  await reader.scan(column, ({ data, from, to }) => {
    if ((rows[next] ?? Infinity) >= to) return;
    const read = rowReader(textKeys(data, isDecimal), BYTES);
    for (; (rows[next] ?? Infinity) < to; next++)
      texts.set(rows[next] as number, read((rows[next] as number) - from) as Buffer);
  });
  const sign = descending ? -1 : 1;
  for (const run of runs)
    run.set(
      Array.from(run).sort((a, b) => sign * Buffer.compare(texts.get(a) as Buffer, texts.get(b) as Buffer)),
    );
}

/** Gives copies of the bytes, as those of a block are overwritten. */
const BYTES = { text: (bytes: Uint8Array): never => Buffer.from(bytes) as never, packed: () => () => null };
