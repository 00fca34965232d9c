import type { BooleanBuilder, FloatBuilder, IntegerBuilder } from "../builders/array-builders.ts";
import type { TextBuilder } from "../builders/text-builder.ts";
import type { ValueReader } from "./value-reader.ts";

// Readers take the offset of a value and return the offset after it, or one of these codes:

/** The bytes end inside the value. Rows are written by index, so the row is simply read again with more bytes. */
export const MORE = -1;

/** The value is not of the column's kind. */
export const OTHER = -2;

export function readBooleanValue(
  column: BooleanBuilder,
  from: ValueReader,
  pos: number,
  row: number,
): number {
  const { bytes, end } = from;
  if (pos >= end) return MORE;
  if (row >= column.capacity) column.grow(row);
  const lead = bytes[pos] as number;
  if (lead === 0xc2) column.values[row] = 0;
  else if (lead === 0xc3) column.values[row] = 1;
  else if (lead === 0xc0) column.values[row] = 2;
  else return OTHER;
  return pos + 1;
}

/** Reads an integer of any width, or null. */
export function readIntegerValue(
  column: IntegerBuilder,
  from: ValueReader,
  pos: number,
  row: number,
): number {
  const { bytes, view, end } = from;
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
        // Beyond the signed range: only a column of plain values can hold it.
        if (lead === 0xcf && high < 0) return OTHER;
        if (high < -0x20_0000 || high > 0x1f_ffff) {
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        value = high * 0x1_0000_0000 + view.getUint32(pos + 5);
        if (value === -0x20_0000_0000_0000) {
          // -2^53 is the one value with this high word that is not a safe integer.
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        break;
      }
      case 0xcb:
        // Languages without integers write whole numbers as doubles.
        if ((next += 8) > end) return MORE;
        value = view.getFloat64(pos + 1);
        if (!Number.isSafeInteger(value)) return OTHER;
        break;
      default:
        return OTHER;
    }
  }
  column.setNumber(row, value);
  return next;
}

export function readFloatValue(column: FloatBuilder, from: ValueReader, pos: number, row: number): number {
  const { bytes, view, end } = from;
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
  return OTHER;
}

/** Below this length a loop copies faster than `set`. */
const SHORT_TEXT = 100;

/** Reads a text or null; copies its bytes without creating a string. */
export function readTextValue(column: TextBuilder, from: ValueReader, pos: number, row: number): number {
  const { bytes, view, end } = from;
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
  if (length >= SHORT_TEXT || next + 4 > end || to + length + 4 > target.length) {
    target.set(bytes.subarray(at, next), to);
    return next;
  }
  // Four bytes at a time; the next text overwrites those behind the end.
  const targetView = column.view;
  for (; at < next; at += 4, to += 4) targetView.setInt32(to, view.getInt32(at));
  return next;
}
