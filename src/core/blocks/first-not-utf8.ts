import { isUtf8 } from "node:buffer";
import type { ByteList } from "./column-data.ts";

/** Index of the first of `count` texts that is not valid UTF-8, -1 if none. */
export function firstNotUtf8({ bytes, offsets }: ByteList, count: number): number {
  let whole = isUtf8(bytes.subarray(offsets[0], offsets[count]));
  for (let i = 1; whole && i < count; i++) whole = ((bytes[offsets[i] as number] ?? 0) & 0xc0) !== 0x80;
  if (whole) return -1;
  let i = 0;
  while (isUtf8(bytes.subarray(offsets[i], offsets[i + 1]))) i += 1;
  return i;
}
