// This folder: the order of a grid's rows by its columns: a radix sort, digit by digit.

import type { GridReader } from "../grid-reader.ts";
import type { SortKey } from "../grid-request.ts";
import { booleanDigits, numberDigits } from "./number-digits.ts";
import type { OrderSpace } from "./order-space.ts";
import { sortByDigits } from "./sort-by-digits.ts";
import type { SortDigits } from "./sort-digits.ts";
import { sortLongTexts } from "./sort-long-texts.ts";
import { textDigits } from "./text-digits.ts";

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
