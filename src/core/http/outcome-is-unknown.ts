import { isHttpError, isNetworkError, isTimeoutError } from "../error-guards.ts";

/** Whether a request failed in a way that leaves open whether the service has done what it asked for. */
export function outcomeIsUnknown(error: unknown): boolean {
  return isNetworkError(error) || isTimeoutError(error) || (isHttpError(error) && error.status >= 500);
}
