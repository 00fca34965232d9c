import { open } from "node:fs/promises";
import { ifThere } from "../../system/if-there.ts";

const HEAD_BYTES = 4096;

/** What to do with a log that the engine can't apply. @param log - Its path. */
export const logAdvice = (log: string): string =>
  `The data file holds everything up to its last checkpoint. To start without the changes in the log, move ${log} away and keep it; to have them, restore both files from a backup.`;

/**
 * After a power cut a file may have its length, but NULs in place of its bytes. The engine takes such a log for an empty one, and the changes
 * in it would be gone without a word.
 *
 * @throws when the log begins with NULs only.
 */
export async function checkWriteAheadLog(log: string): Promise<void> {
  const file = await ifThere(open(log, "r"));
  if (file === null) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead > 0 && buffer.subarray(0, bytesRead).every((byte) => byte === 0))
      throw new Error(`The log ${log} of the data file is damaged: it holds NULs. ${logAdvice(log)}`);
  } finally {
    await file.close();
  }
}
