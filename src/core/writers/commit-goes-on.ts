import { isTimeoutError, isUploadError } from "../error-guards.ts";
import type { UploadError } from "../errors.ts";

/** Whether the error is a timeout of a commit that still runs in the service. */
export function commitGoesOn(error: unknown): error is UploadError {
  return isUploadError(error) && error.rowsWritten === null && isTimeoutError(error.cause);
}
