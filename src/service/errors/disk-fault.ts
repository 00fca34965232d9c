import { types } from "node:util";
import { Fault } from "./fault.ts";

const FULL = /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i;
const READ_ONLY = /\bEROFS\b|read-only file system/i;

/** What an error of a disk that takes nothing more means, however it came: from a file, or out of the engine; else null. */
export function diskFault(error: unknown): Fault | null {
  // Also errors that were made in another context of the process.
  for (let e: unknown = error; types.isNativeError(e); e = e.cause) {
    const text = `${(e as NodeJS.ErrnoException).code ?? ""} ${e.message}`;
    if (FULL.test(text))
      return new Fault("no_space", "The disk of the data folder is full; free some space and try again.");
    if (READ_ONLY.test(text)) return new Fault("no_space", "The disk of the data folder is read-only.");
  }
  return null;
}
