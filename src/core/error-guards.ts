import type {
  AlreadyExistsError,
  AuthError,
  ConfigError,
  DecodeError,
  ForbiddenError,
  HttpError,
  InterruptedError,
  NetworkError,
  NotFoundError,
  QueryError,
  SvcError,
  TimeoutError,
  UploadError,
  UsageError,
} from "./errors.ts";

// A notebook and a library can load two copies of the classes: the guards check names, not `instanceof`.

const HTTP_ERROR_NAMES = new Set(
  ["HttpError", "AuthError", "ForbiddenError", "NotFoundError", "AlreadyExistsError"],
); // prettier-ignore

const SVC_ERROR_NAMES = new Set([
  ...HTTP_ERROR_NAMES, "SvcError", "ConfigError", "UsageError", "NetworkError", "TimeoutError", "QueryError", "InterruptedError",
  "DecodeError", "UploadError", "SparkError",
]); // prettier-ignore

const guard =
  <E extends Error>(name: string) =>
  (error: unknown): error is E =>
    error instanceof Error && error.name === name;

/** Whether `error` is one of this library's errors. Node's own `TimeoutError`, a DOMException, is not. */
export function isSvcError(error: unknown): error is SvcError {
  return error instanceof Error && !(error instanceof DOMException) && SVC_ERROR_NAMES.has(error.name);
}

/** Whether `error` is an {@link HttpError} or one of its subclasses. */
export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && HTTP_ERROR_NAMES.has(error.name);
}

/** Whether `error` is a {@link TimeoutError} of this library. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return isSvcError(error) && error.name === "TimeoutError";
}

/** Whether `error` is an {@link AuthError}. */
export const isAuthError = guard<AuthError>("AuthError");

/** Whether `error` is a {@link ForbiddenError}. */
export const isForbiddenError = guard<ForbiddenError>("ForbiddenError");

/** Whether `error` is a {@link NotFoundError}. */
export const isNotFoundError = guard<NotFoundError>("NotFoundError");

/** Whether `error` is an {@link AlreadyExistsError}. */
export const isAlreadyExistsError = guard<AlreadyExistsError>("AlreadyExistsError");

/** Whether `error` is a {@link NetworkError}. */
export const isNetworkError = guard<NetworkError>("NetworkError");

/** Whether `error` is a {@link ConfigError}. */
export const isConfigError = guard<ConfigError>("ConfigError");

/** Whether `error` is a {@link UsageError}. */
export const isUsageError = guard<UsageError>("UsageError");

/** Whether `error` is a {@link DecodeError}. */
export const isDecodeError = guard<DecodeError>("DecodeError");

/** Whether `error` is a {@link QueryError}. */
export const isQueryError = guard<QueryError>("QueryError");

/** Whether `error` is an {@link UploadError}. */
export const isUploadError = guard<UploadError>("UploadError");

/** Whether `error` is an {@link InterruptedError}. */
export const isInterruptedError = guard<InterruptedError>("InterruptedError");
