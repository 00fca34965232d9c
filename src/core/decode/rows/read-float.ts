import type { FloatBuilder } from "../builders/float-builder.ts";
import { MORE, OTHER } from "./read-outcome.ts";

/** A double, in any form that a number can have, or null. */
export function readFloat(
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

/** What JSON has no number for, as the engines spell it. */
const SPECIAL = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/** Single precision, texts such as `NaN`, and whole numbers, which writers like to send as integers; of those only what a double holds exactly. */
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
    else {
      const exact = signed ? view.getBigInt64(at) : view.getBigUint64(at);
      value = Number(exact);
      if (BigInt(value) !== exact) return OTHER;
    }
  } else if ((lead & 0xe0) === 0xa0) {
    const length = lead & 0x1f;
    if ((next += length) > end) return MORE;
    const text = Buffer.from(view.buffer, view.byteOffset + at, length).toString("latin1");
    const special = SPECIAL.get(text);
    if (special === undefined) return OTHER;
    value = special;
  } else {
    return OTHER;
  }
  column.values[row] = value;
  return next;
}
