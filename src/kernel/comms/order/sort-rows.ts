// This folder: the order of a grid's rows by its columns: a radix sort, digit by digit.

import type { GridReader } from "../grid-reader.ts";
import type { SortKey } from "../grid-request.ts";
import { booleanDigits, numberDigits } from "./number-digits.ts";
import { nextTie, type OrderSpace, sortByDigits, type SortDigits } from "./sort-by-digits.ts";
import { textDigits, type TextDigits, textKeys } from "./text-digits.ts";
import { rowReader } from "../../../core/blocks/row-reader.ts";

/**
 * Sorts rows stably by several columns, the last one first, in place. Numbers and decimals are ordered by value, texts by UTF-8 bytes as in
 * Presto; then NaN, then nulls. Each digit of a key is read from the column again, so that only one is held: 10 bytes a row, 4 of them for the
 * result.
 *
 * @param rows - In the table's order.
 */
export async function sortRows(
  reader: GridReader,
  rows: Uint32Array,
  sort: readonly SortKey[],
  space: OrderSpace,
): Promise<void> {
  const ends = space.ends(rows.length);
  for (const { column, descending } of sort.toReversed()) {
    const texts = isText(reader, column) ? await textDigits(reader, column, descending) : null;
    const digits = texts ?? (await plainDigits(reader, column, descending));
    await sortByDigits(reader, column, digits, rows, ends, space);
    if (texts !== null && texts.longer !== null)
      await sortLongTexts(reader, column, descending, texts, rows, ends, space);
  }
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
 * @param rows - Sorted by the digits.
 * @param ends - Where groups of equal rows end.
 */
async function sortLongTexts(
  reader: GridReader,
  column: number,
  descending: boolean,
  texts: TextDigits,
  rows: Uint32Array,
  ends: Uint32Array,
  space: OrderSpace,
): Promise<void> {
  const most = Math.min(MAX_ROWS, Math.max(1, Math.floor(MAX_BYTES / texts.longest)));
  const lastDigits = space.digits(reader.file.rows);
  const groups: [from: number, to: number][] = [];
  for (let from = nextTie(ends, 0), to; from < rows.length; from = nextTie(ends, to)) {
    to = ends[from] as number;
    if (lastDigits[rows[from] as number] === texts.longer) groups.push([from, to]);
  }
  let batch: Uint32Array[] = [];
  let count = 0;
  const sortBatch = async (): Promise<void> => {
    if (count > 0) await compareTexts(reader, column, descending, batch);
    batch = [];
    count = 0;
  };
  for (const [from, to] of groups) {
    const group = rows.subarray(from, to);
    if (group.length > most) {
      const more = await textDigits(reader, column, descending, 4 * (texts.end - texts.first));
      const groupEnds = ends.subarray(from, to);
      await sortByDigits(reader, column, more, group, groupEnds, space);
      if (more.longer !== null)
        await sortLongTexts(reader, column, descending, more, group, groupEnds, space);
    } else {
      if (count + group.length > most) await sortBatch();
      batch.push(group);
      count += group.length;
    }
  }
  await sortBatch();
}

/** Sorts each group by whole texts, stably. */
async function compareTexts(
  reader: GridReader,
  column: number,
  descending: boolean,
  groups: readonly Uint32Array[],
): Promise<void> {
  const isDecimal = reader.isDecimal(column);
  const texts = new Map<number, Buffer>();
  const rows = Uint32Array.from(groups.flatMap((group) => [...group])).sort();
  let next = 0;
  await reader.scan(column, ({ data, from, to }) => {
    if ((rows[next] ?? Infinity) >= to) return;
    const read = rowReader(textKeys(data, isDecimal), BYTES);
    for (; (rows[next] ?? Infinity) < to; next++)
      texts.set(rows[next] as number, read((rows[next] as number) - from) as Buffer);
  });
  const sign = descending ? -1 : 1;
  for (const group of groups)
    group.set(
      Array.from(group).sort((a, b) => sign * Buffer.compare(texts.get(a) as Buffer, texts.get(b) as Buffer)),
    );
}

/** Gives copies of the bytes, as those of a block are overwritten. */
const BYTES = { text: (bytes: Uint8Array): never => Buffer.from(bytes) as never, packed: () => () => null };
