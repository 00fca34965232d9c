import type {
  AlreadyExistsError,
  ConfigError,
  HttpError,
  InterruptedError,
  NetworkError,
  NotFoundError,
  QueryError,
  SvcError,
  TimeoutError,
  UploadError,
} from "./errors.ts";

// A notebook and a library can hold two copies of the classes: the guards go by name, never by `instanceof`.

const HTTP_ERROR_NAMES = new Set([
  "HttpError",
  "AuthError",
  "ForbiddenError",
  "NotFoundError",
  "AlreadyExistsError",
]);

const SVC_ERROR_NAMES = new Set([
  ...HTTP_ERROR_NAMES,
  "SvcError",
  "ConfigError",
  "UsageError",
  "NetworkError",
  "TimeoutError",
  "QueryError",
  "InterruptedError",
  "DecodeError",
  "UploadError",
  "SparkError",
]);

function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Whether `error` is one of this library's. Node's own `TimeoutError` is a DOMException and is not. */
export function isSvcError(error: unknown): error is SvcError {
  return error instanceof Error && !(error instanceof DOMException) && SVC_ERROR_NAMES.has(error.name);
}

export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && HTTP_ERROR_NAMES.has(error.name);
}

export function isNotFoundError(error: unknown): error is NotFoundError {
  return hasName(error, "NotFoundError");
}

export function isAlreadyExistsError(error: unknown): error is AlreadyExistsError {
  return hasName(error, "AlreadyExistsError");
}

export function isNetworkError(error: unknown): error is NetworkError {
  return hasName(error, "NetworkError");
}

export function isConfigError(error: unknown): error is ConfigError {
  return hasName(error, "ConfigError");
}

export function isQueryError(error: unknown): error is QueryError {
  return hasName(error, "QueryError");
}

/** One of ours: Node's own of that name is a DOMException. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return hasName(error, "TimeoutError") && isSvcError(error);
}

export function isUploadError(error: unknown): error is UploadError {
  return hasName(error, "UploadError");
}

export function isInterruptedError(error: unknown): error is InterruptedError {
  return hasName(error, "InterruptedError");
}
