import { MORE, OTHER } from "./read-outcome.ts";
import type { TextBuilder } from "../builders/text-builder.ts";

/** Below this many bytes a loop copies faster than the call of `set`. */
const SHORT_TEXT = 40;

/** A text or null; its bytes are copied, no string is made. */
export function readText(
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
  if (length < SHORT_TEXT) while (at < next) target[to++] = bytes[at++] as number;
  else target.set(bytes.subarray(at, next), to);
  return next;
}
