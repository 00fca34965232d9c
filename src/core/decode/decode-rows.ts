import { DecodeError } from "../errors.ts";
import type { BooleanBuilder } from "./boolean-builder.ts";
import {
  KIND_BOOLEAN,
  KIND_FLOAT,
  KIND_INTEGER,
  KIND_TEXT,
  demote,
  type ColumnBuilders,
} from "./column-builder.ts";
import type { FloatBuilder } from "./float-builder.ts";
import type { IntegerBuilder } from "./integer-builder.ts";
import { INCOMPLETE, type ValueReader } from "./msgpack-value.ts";
import type { TextBuilder } from "./text-builder.ts";
import type { ValueBuilder } from "./value-builder.ts";

// The hot loop: one pass over the bytes, each value written straight to its column, no object made per value or row.
// Each `read...` takes the position of a value and returns the position behind it, or one of these two:

/** The bytes end inside the value. Rows write to fixed places, so the row is simply read again when more has come. */
const MORE = -1;
/** Not a value of the column's kind. */
const OTHER = -2;

/**
 * Decode the whole rows of a piece: MessagePack arrays, one a row, one after the other.
 *
 * @param from - The piece; its `pos` moves behind the last whole row.
 * @param row - Number of the first row of the piece.
 * @returns the number of the row after the last whole one.
 */
export function decodeRows(from: ValueReader, columns: ColumnBuilders, row: number): number {
  const { bytes, view, end } = from;
  const { kinds, builders } = columns;
  const width = builders.length;
  let pos = from.pos;
  while (pos < end) {
    let at = readRowHead(bytes, view, pos, end, width, row);
    if (at < 0) break;
    for (let c = 0; c < width; c++) {
      const valueAt = at;
      switch (kinds[c]) {
        case KIND_INTEGER:
          at = readInteger(builders[c] as IntegerBuilder, bytes, view, at, end, row);
          break;
        case KIND_FLOAT:
          at = readFloat(builders[c] as FloatBuilder, bytes, view, at, end, row);
          break;
        case KIND_BOOLEAN:
          at = readBoolean(builders[c] as BooleanBuilder, bytes, at, end, row);
          break;
        case KIND_TEXT:
          at = readText(builders[c] as TextBuilder, bytes, view, at, end, row);
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

function readRowHead(
  bytes: Uint8Array,
  view: DataView,
  pos: number,
  end: number,
  width: number,
  row: number,
): number {
  const lead = bytes[pos] as number;
  let count: number;
  let at = pos + 1;
  if ((lead & 0xf0) === 0x90) {
    count = lead & 0x0f;
  } else if (lead === 0xdc) {
    if (at + 2 > end) return MORE;
    count = view.getUint16(at);
    at += 2;
  } else if (lead === 0xdd) {
    if (at + 4 > end) return MORE;
    count = view.getUint32(at);
    at += 4;
  } else {
    throw new DecodeError(
      `row ${row} of the result begins with byte 0x${lead.toString(16)}, which is no row`,
    );
  }
  if (count !== width)
    throw new DecodeError(`row ${row} of the result has ${count} values, the schema ${width} columns`);
  return at;
}

function readInteger(
  column: IntegerBuilder,
  bytes: Uint8Array,
  view: DataView,
  pos: number,
  end: number,
  row: number,
): number {
  if (pos >= end) return MORE;
  if (row >= column.capacity) column.grow(row);
  const lead = bytes[pos] as number;
  let value: number;
  let next = pos + 1;
  if (lead < 0x80) {
    value = lead;
  } else if (lead >= 0xe0) {
    value = lead - 0x100;
  } else {
    switch (lead) {
      case 0xc0:
        column.setNull(row);
        return next;
      case 0xcc:
      case 0xd0:
        if ((next += 1) > end) return MORE;
        value = lead === 0xcc ? view.getUint8(pos + 1) : view.getInt8(pos + 1);
        break;
      case 0xcd:
      case 0xd1:
        if ((next += 2) > end) return MORE;
        value = lead === 0xcd ? view.getUint16(pos + 1) : view.getInt16(pos + 1);
        break;
      case 0xce:
      case 0xd2:
        if ((next += 4) > end) return MORE;
        value = lead === 0xce ? view.getUint32(pos + 1) : view.getInt32(pos + 1);
        break;
      case 0xcf:
      case 0xd3: {
        if ((next += 8) > end) return MORE;
        const high = view.getInt32(pos + 1);
        // Past the signed range: only a column of plain values can hold it.
        if (lead === 0xcf && high < 0) return OTHER;
        if (high < -0x20_0000 || high > 0x1f_ffff) {
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        value = high * 0x1_0000_0000 + view.getUint32(pos + 5);
        if (value === -0x20_0000_0000_0000) {
          // The one value of these high words that is not safe.
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        break;
      }
      case 0xcb:
        // Writers in languages without integers send whole numbers as doubles.
        if ((next += 8) > end) return MORE;
        value = view.getFloat64(pos + 1);
        if (!Number.isSafeInteger(value)) return OTHER;
        break;
      default:
        return OTHER;
    }
  }
  if (column.big === null) column.values[row] = value;
  else column.big[row] = BigInt(value);
  return next;
}

function readFloat(
  column: FloatBuilder,
  bytes: Uint8Array,
  view: DataView,
  pos: number,
  end: number,
  row: number,
): number {
  if (pos >= end) return MORE;
  if (row >= column.capacity) column.grow(row);
  const lead = bytes[pos] as number;
  if (lead === 0xcb) {
    if (pos + 9 > end) return MORE;
    column.values[row] = view.getFloat64(pos + 1);
    return pos + 9;
  }
  if (lead === 0xc0) {
    column.setNull(row);
    return pos + 1;
  }
  return readOddFloat(column, lead, view, pos, end, row);
}

/** Single precision, and whole numbers, which writers like to send as integers. */
function readOddFloat(
  column: FloatBuilder,
  lead: number,
  view: DataView,
  pos: number,
  end: number,
  row: number,
): number {
  const at = pos + 1;
  let next = at;
  let value: number;
  if (lead < 0x80 || lead >= 0xe0) {
    value = view.getInt8(pos);
  } else if (lead === 0xca) {
    if ((next += 4) > end) return MORE;
    value = view.getFloat32(at);
  } else if (lead >= 0xcc && lead <= 0xd3) {
    const size = 1 << (lead & 3);
    if ((next += size) > end) return MORE;
    const signed = lead >= 0xd0;
    if (size === 1) value = signed ? view.getInt8(at) : view.getUint8(at);
    else if (size === 2) value = signed ? view.getInt16(at) : view.getUint16(at);
    else if (size === 4) value = signed ? view.getInt32(at) : view.getUint32(at);
    else value = Number(signed ? view.getBigInt64(at) : view.getBigUint64(at));
  } else {
    return OTHER;
  }
  column.values[row] = value;
  return next;
}

function readBoolean(
  column: BooleanBuilder,
  bytes: Uint8Array,
  pos: number,
  end: number,
  row: number,
): number {
  if (pos >= end) return MORE;
  if (row >= column.capacity) column.grow(row);
  const lead = bytes[pos] as number;
  if (lead === 0xc2) column.codes[row] = 0;
  else if (lead === 0xc3) column.codes[row] = 1;
  else if (lead === 0xc0) column.codes[row] = 2;
  else return OTHER;
  return pos + 1;
}

/** Below this many bytes a loop copies faster than the call of `set`. */
const SHORT_TEXT = 40;

function readText(
  column: TextBuilder,
  bytes: Uint8Array,
  view: DataView,
  pos: number,
  end: number,
  row: number,
): number {
  if (pos >= end) return MORE;
  if (row >= column.endRow) column.openBlock(row);
  const lead = bytes[pos] as number;
  let length: number;
  let at = pos + 1;
  if ((lead & 0xe0) === 0xa0) {
    length = lead & 0x1f;
  } else if (lead === 0xc0) {
    column.setNull(row);
    return at;
  } else if (lead === 0xd9) {
    if (at + 1 > end) return MORE;
    length = bytes[at] as number;
    at += 1;
  } else if (lead === 0xda) {
    if (at + 2 > end) return MORE;
    length = view.getUint16(at);
    at += 2;
  } else if (lead === 0xdb) {
    if (at + 4 > end) return MORE;
    length = view.getUint32(at);
    at += 4;
  } else {
    return OTHER;
  }
  const next = at + length;
  if (next > end) return MORE;
  const slot = row - column.firstRow;
  let to = column.offsets[slot] as number;
  column.offsets[slot + 1] = to + length;
  if (to + length > column.bytes.length) column.growBytes(to + length);
  const target = column.bytes;
  let bits = column.bits;
  if (length < SHORT_TEXT) {
    while (at < next) {
      const byte = bytes[at++] as number;
      target[to++] = byte;
      bits |= byte;
    }
  } else {
    target.set(bytes.subarray(at, next), to);
    while (at < next) bits |= bytes[at++] as number;
  }
  column.bits = bits;
  return next;
}

function readValue(column: ValueBuilder, from: ValueReader, pos: number, row: number): number {
  if (pos >= from.end) return MORE;
  from.pos = pos;
  from.sawBig = false;
  try {
    column.values[row] = from.read();
  } catch (error) {
    if (error === INCOMPLETE) return MORE;
    throw error;
  }
  column.sawBig ||= from.sawBig;
  return from.pos;
}
