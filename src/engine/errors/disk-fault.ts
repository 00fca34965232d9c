import { types } from "node:util";
import { Fault } from "./fault.ts";

const FULL = /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i;
const TOO_LONG = /\bEFBIG\b|file too large/i;
const READ_ONLY = /\bEROFS\b|read-only file system/i;

/** Converts an error of a full or read-only disk or of a limit on file sizes, from a file or from the engine; null for any other error. */
export function diskFault(error: unknown): Fault | null {
  // Also errors from another realm.
  for (let e: unknown = error; types.isNativeError(e); e = e.cause) {
    const text = `${(e as NodeJS.ErrnoException).code ?? ""} ${e.message}`;
    if (FULL.test(text))
      return new Fault("no_space", "The disk of the data folder is full; free some space and try again.");
    if (TOO_LONG.test(text))
      return new Fault(
        "no_space",
        "A file would be longer than the service's limit (ulimit -f) or its file system allows; raise the limit and try again.",
      );
    if (READ_ONLY.test(text)) return new Fault("no_space", "The disk of the data folder is read-only.");
  }
  return null;
}
