import type { BooleanBuilder } from "../builders/boolean-builder.ts";
import { MORE, OTHER } from "./read-outcome.ts";

/** A boolean or null. */
export function readBoolean(
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
