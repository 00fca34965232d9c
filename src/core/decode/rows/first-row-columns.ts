import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";

/** More values than any row has: a damaged count must not ask for memory. */
const MOST_COLUMNS = 100_000;

/**
 * Columns for rows of which nothing else is known: `_c0`, `_c1`, ... of unknown type, as many as the first row has values. Null while the
 * bytes end inside the row's head.
 *
 * @throws DecodeError when the bytes begin no row.
 */
export function firstRowColumns(bytes: Uint8Array): ResultColumn[] | null {
  const [lead] = bytes;
  if (lead === undefined) return null;
  const sizeBytes = lead === 0xdc ? 2 : lead === 0xdd ? 4 : 0;
  if (sizeBytes === 0 && (lead & 0xf0) !== 0x90)
    throw new DecodeError(`row 0 of the result begins with byte 0x${lead.toString(16)}, which is no row`);
  if (bytes.length < 1 + sizeBytes) return null;
  let count = lead & 0x0f;
  if (sizeBytes > 0) {
    count = 0;
    for (const byte of bytes.subarray(1, 1 + sizeBytes)) count = count * 256 + byte;
  }
  if (count > MOST_COLUMNS) throw new DecodeError(`row 0 of the result has ${count} values`);
  return Array.from({ length: count }, (_, i) => ({ name: `_c${i}`, type: "unknown" }));
}
