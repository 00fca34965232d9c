import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";

/** Limit that keeps a damaged count from allocating memory. */
const MAX_COLUMNS = 100_000;

/**
 * Columns when no schema is known: `_c0`, `_c1`, ... of unknown type, one per value of the first row. Null while the row's header is
 * incomplete.
 *
 * @throws DecodeError when the bytes are not the start of a row.
 */
export function firstRowColumns(bytes: Uint8Array): ResultColumn[] | null {
  const [lead] = bytes;
  if (lead === undefined) return null;
  const sizeBytes = lead === 0xdc ? 2 : lead === 0xdd ? 4 : 0;
  if (sizeBytes === 0 && (lead & 0xf0) !== 0x90)
    throw new DecodeError(
      `row 0 of the result begins with byte 0x${lead.toString(16)}, which does not start a row`,
    );
  if (bytes.length < 1 + sizeBytes) return null;
  let count = lead & 0x0f;
  if (sizeBytes > 0) {
    count = 0;
    for (const byte of bytes.subarray(1, 1 + sizeBytes)) count = count * 256 + byte;
  }
  if (count > MAX_COLUMNS) throw new DecodeError(`row 0 of the result has ${count} values`);
  return Array.from({ length: count }, (_, i) => ({ name: `_c${i}`, type: "unknown" }));
}
