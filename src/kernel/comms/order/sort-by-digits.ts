import { type GridReader, nextTurn } from "../grid-reader.ts";
import type { OrderSpace } from "./order-space.ts";
import { DIGITS, type SortDigits } from "./sort-digits.ts";

/** Sorts rows by all digits, the least significant first. @returns `rows` or `spare`, whichever has them in the end */
export async function sortByDigits(
  reader: GridReader,
  column: number,
  { count, fill }: SortDigits,
  rows: Uint32Array,
  spare: Uint32Array,
  space: OrderSpace,
): Promise<Uint32Array> {
  const digits = space.digits(reader.file.rows);
  const places = new Uint32Array(DIGITS);
  let [from, to] = [rows, spare];
  for (let place = 0; place < count; place++) {
    await reader.scan(column, (block) => fill(place, block, digits));
    if (scatter(digits, from, to, places)) [from, to] = [to, from];
    await nextTurn();
  }
  return from;
}

/** Moves rows to the places of their digits; those with equal digits stay in order. @returns false if all digits are equal, without moving them */
function scatter(digits: Uint16Array, from: Uint32Array, to: Uint32Array, places: Uint32Array): boolean {
  const count = from.length;
  places.fill(0);
  // All rows have the same digits in any order, and in theirs they are read much faster.
  if (count === digits.length) for (let at = 0; at < count; at++) places[digits[at] as number]! += 1;
  else for (let at = 0; at < count; at++) places[digits[from[at] as number] as number]! += 1;
  if (count === 0 || places[digits[from[0] as number] as number] === count) return false;
  for (let digit = 0, place = 0; digit < DIGITS; digit++) {
    const rows = places[digit] as number;
    places[digit] = place;
    place += rows;
  }
  for (let at = 0; at < count; at++) {
    const row = from[at] as number;
    to[places[digits[row] as number]!++] = row;
  }
  return true;
}
