import { INCOMPLETE } from "../../wire/msgpack-decoder.ts";
import { FloatBuilder } from "../builders/array-builders.ts";
import type { AnyBuilder } from "../builders/column-builder.ts";
import { TextBuilder } from "../builders/text-builder.ts";
import { ValueBuilder } from "../builders/value-builder.ts";
import type { ValueReader } from "./value-reader.ts";

// Readers take the offset of a value and return the offset after it, or one of these codes:

/** The bytes end inside the value. Rows are written by index, so the row is simply read again with more bytes. */
export const MORE = -1;

/** The value is not of the column's kind. */
export const OTHER = -2;

/** Numbers that JSON can't represent, as the engines write them. */
const SPECIAL = new Map<unknown, number>([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/** Reads a value of any kind into a column that has room for it. */
export function readInto(column: AnyBuilder, from: ValueReader, pos: number, row: number): number {
  if (column instanceof TextBuilder) return readText(column, from, pos, row);
  if (column instanceof ValueBuilder) return readValue(column, from, pos, row);
  const value = readAny(from, pos);
  if (value === INCOMPLETE) return MORE;
  return column.set(row, column instanceof FloatBuilder ? (SPECIAL.get(value) ?? value) : value)
    ? from.pos
    : OTHER;
}

export function readValue(column: ValueBuilder, from: ValueReader, pos: number, row: number): number {
  from.sawBig = false;
  const value = readAny(from, pos);
  if (value === INCOMPLETE) return MORE;
  column.values[row] = value;
  column.sawBig ||= from.sawBig;
  return from.pos;
}

/** The value at `pos`, or INCOMPLETE; advances to the next one. */
function readAny(from: ValueReader, pos: number): unknown {
  if (pos >= from.end) return INCOMPLETE;
  from.pos = pos;
  try {
    return from.read();
  } catch (error) {
    if (error === INCOMPLETE) return error;
    throw error;
  }
}

/** Reads a text or null; copies its bytes without creating a string. */
function readText(column: TextBuilder, from: ValueReader, pos: number, row: number): number {
  const { bytes, view, end } = from;
  if (pos >= end) return MORE;
  const lead = bytes[pos] as number;
  if (lead === 0xc0) {
    column.setNull(row);
    return pos + 1;
  }
  // Bytes of the text's length, which is in the lead itself if it is short.
  const size = (lead & 0xe0) === 0xa0 ? 0 : ({ 0xd9: 1, 0xda: 2, 0xdb: 4 }[lead] ?? -1);
  if (size < 0) return OTHER;
  const at = pos + 1 + size;
  if (at > end) return MORE;
  const length =
    size === 0 ? lead & 0x1f : size === 1 ? view.getUint8(at - 1) : size === 2 ? view.getUint16(at - 2) : view.getUint32(at - 4); // prettier-ignore
  if (at + length > end) return MORE;
  const slot = row - column.firstRow;
  const to = column.offsets[slot] as number;
  column.offsets[slot + 1] = to + length;
  if (to + length > column.bytes.length) column.growBytes(to + length);
  column.bytes.set(bytes.subarray(at, at + length), to);
  return at + length;
}
