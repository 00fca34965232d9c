import { isHttpError, isNetworkError, isTimeoutError } from "../error-guards.ts";

/** Whether a request failed in a way that leaves open whether the service has done what it asked for. */
export function outcomeIsUnknown(error: unknown): boolean {
  if (isNetworkError(error) || isTimeoutError(error)) return true;
  // 408 should say that the request never came whole; some gateways say it of a service that was slow to answer.
  return isHttpError(error) && (error.status >= 500 || error.status === 408);
}
