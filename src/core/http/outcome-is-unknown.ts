import { isHttpError, isNetworkError, isTimeoutError } from "../error-guards.ts";
import { DecodeError } from "../errors.ts";

/** Whether, after this failure, the service may or may not have carried out the request. */
export function outcomeIsUnknown(error: unknown): boolean {
  if (isNetworkError(error) || isTimeoutError(error) || error instanceof DecodeError) return true;
  // 408 should mean that the request did not arrive completely; some gateways send it when the service is slow.
  return isHttpError(error) && (error.status >= 500 || error.status === 408);
}
