import { isTimeoutError, isUploadError } from "../error-guards.ts";
import type { UploadError } from "../errors.ts";

/** Whether a load was given up whose commit goes on in the service. */
export function commitGoesOn(error: unknown): error is UploadError {
  return isUploadError(error) && error.rowsWritten === null && isTimeoutError(error.cause);
}
