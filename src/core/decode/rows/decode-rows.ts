// This folder: the public form: MessagePack rows, each value straight into its column.

import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";
import {
  KIND_BOOLEAN,
  KIND_FLOAT,
  KIND_INTEGER,
  KIND_TEXT,
  demote,
  type ColumnBuilders,
} from "../builders/column-builder.ts";
import type { BooleanBuilder, FloatBuilder, IntegerBuilder } from "../builders/array-builders.ts";
import { INCOMPLETE } from "../../wire/msgpack-decoder.ts";
import type { ValueReader } from "./value-reader.ts";
import {
  MORE,
  OTHER,
  readBooleanValue,
  readFloatValue,
  readIntegerValue,
  readTextValue,
} from "./read-values.ts";
import type { TextBuilder } from "../builders/text-builder.ts";
import type { ValueBuilder } from "../builders/value-builder.ts";

// The hot loop: one pass over the bytes, each value written straight to its column, no object per value or row. Each
// reader takes one builder class, so that V8 compiles it for a single shape.

/**
 * Decodes the complete rows of a chunk: MessagePack arrays, one per row, concatenated.
 *
 * @param from - The chunk; its `pos` advances past the last complete row.
 * @param row - Index of the chunk's first row.
 * @returns the index after the last complete row.
 */
export function decodeRows(from: ValueReader, columns: ColumnBuilders, row: number): number {
  const { end } = from;
  const { kinds, builders, rowsBefore } = columns;
  const width = builders.length;
  let pos = from.pos;
  while (pos < end) {
    let at = readRowHead(from, pos, width, rowsBefore + row);
    if (at < 0) break;
    for (let c = 0; c < width; c++) {
      const valueAt = at;
      switch (kinds[c]) {
        case KIND_INTEGER:
          at = readIntegerValue(builders[c] as IntegerBuilder, from, at, row);
          break;
        case KIND_FLOAT:
          at = readFloatValue(builders[c] as FloatBuilder, from, at, row);
          if (at === OTHER) at = readOddFloat(builders[c] as FloatBuilder, from, valueAt, row);
          break;
        case KIND_BOOLEAN:
          at = readBooleanValue(builders[c] as BooleanBuilder, from, at, row);
          break;
        case KIND_TEXT:
          at = readTextValue(builders[c] as TextBuilder, from, at, row);
          break;
        default:
          at = readValue(builders[c] as ValueBuilder, from, at, row);
      }
      if (at === OTHER) at = readValue(demote(columns, c, row), from, valueAt, row);
      if (at < 0) break;
    }
    if (at < 0) break;
    pos = at;
    row += 1;
  }
  from.pos = pos;
  return row;
}

function readRowHead({ bytes, view, end }: ValueReader, pos: number, width: number, row: number): number {
  const size = headBytes(bytes[pos] as number, row);
  if (pos + size > end) return MORE;
  const count = valueCount(view, pos, size);
  if (count !== width)
    throw new DecodeError(`row ${row} of the result has ${count} values, the schema ${width} columns`);
  return pos + size;
}

/** Length of a row's head, which begins with `lead`. */
function headBytes(lead: number, row: number): number {
  if ((lead & 0xf0) === 0x90) return 1;
  if (lead === 0xdc) return 3;
  if (lead === 0xdd) return 5;
  throw new DecodeError(
    `row ${row} of the result begins with byte 0x${lead.toString(16)}, which does not start a row`,
  );
}

function valueCount(view: DataView, pos: number, size: number): number {
  if (size === 1) return view.getUint8(pos) & 0x0f;
  return size === 3 ? view.getUint16(pos + 1) : view.getUint32(pos + 1);
}

/** Limit that keeps a damaged count from allocating memory. */
const MAX_COLUMNS = 100_000;

/**
 * Columns when no schema is known: `_c0`, `_c1`, ... of unknown type, one per value of the first row. Null while the row's head is
 * incomplete.
 *
 * @throws DecodeError when the bytes are not the start of a row.
 */
export function firstRowColumns(bytes: Uint8Array): ResultColumn[] | null {
  const size = bytes.length === 0 ? 1 : headBytes(bytes[0] as number, 0);
  if (bytes.length < size) return null;
  const count = valueCount(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, size);
  if (count > MAX_COLUMNS) throw new DecodeError(`row 0 of the result has ${count} values`);
  return Array.from({ length: count }, (_, i) => ({ name: `_c${i}`, type: "unknown" }));
}

/** Numbers that JSON can't represent, as the engines write them. */
const SPECIAL = new Map<unknown, number>([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/** Reads single precision, texts such as `NaN`, and whole numbers encoded as integers, if a double represents them exactly. */
function readOddFloat(column: FloatBuilder, from: ValueReader, pos: number, row: number): number {
  const value = readAny(from, pos);
  if (value === INCOMPLETE) return MORE;
  const isExact = typeof value === "bigint" && BigInt(Number(value)) === value;
  const number = typeof value === "number" || isExact ? Number(value) : SPECIAL.get(value);
  if (number === undefined) return OTHER;
  column.setNumber(row, number);
  return from.pos;
}

function readValue(column: ValueBuilder, from: ValueReader, pos: number, row: number): number {
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
