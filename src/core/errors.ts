import { visibleText } from "./text/visible-text.ts";

/** Options that every error takes: the error that led to it. */
export interface CauseOption {
  readonly cause?: unknown;
}

/** Base of every error that this library throws on purpose. Its message may quote data, so control characters in it are escaped. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";

  constructor(message: string, options?: CauseOption) {
    super(visibleText(message), options);
  }
}

/** An option, a name, a descriptor or a setting that can't be used. Thrown before anything is sent. */
export class ConfigError extends SvcError {
  override readonly name: string = "ConfigError";
}

/** A magic typed wrongly: unknown option, missing argument, name that is not bound. */
export class UsageError extends SvcError {
  override readonly name: string = "UsageError";
}

/** What was sent and what came back, for {@link HttpError}. */
export interface HttpFailure {
  readonly status: number;
  readonly method: string;
  /** Path and query of the request; never the host, never a key. */
  readonly path: string;
  /** First 4,096 characters of the reply. */
  readonly body: string;
}

/** The service answered with a status other than 2xx. */
export class HttpError extends SvcError implements HttpFailure {
  override readonly name: string = "HttpError";
  declare readonly status: number;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly body: string;

  constructor(message: string, failure: HttpFailure, options: CauseOption = {}) {
    super(message, options);
    Object.assign(this, failure);
  }
}

/** 401: the API key is missing, unknown or revoked. */
export class AuthError extends HttpError {
  override readonly name: string = "AuthError";
}

/** 403: the API key may not do this. */
export class ForbiddenError extends HttpError {
  override readonly name: string = "ForbiddenError";
}

/** 404: no such database, table, job or session; also thrown for lookups that find nothing in a listing. */
export class NotFoundError extends HttpError {
  override readonly name: string = "NotFoundError";
}

/** 409: the thing to create exists. */
export class AlreadyExistsError extends HttpError {
  override readonly name: string = "AlreadyExistsError";
}

/** No usable reply: refused, reset, unknown host, broken transfer. `cause` holds the system's error. */
export class NetworkError extends SvcError {
  override readonly name: string = "NetworkError";
  declare readonly method: string;
  declare readonly path: string;
  /** The system's code, such as `ECONNREFUSED`; null when it gave none. */
  declare readonly code: string | null;

  constructor(
    message: string,
    request: { method: string; path: string; code: string | null },
    cause: unknown,
  ) {
    super(message, { cause });
    Object.assign(this, request);
  }
}

/** Something took longer than allowed. */
export class TimeoutError extends SvcError {
  override readonly name: string = "TimeoutError";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, options: CauseOption = {}) {
    super(message, options);
    this.timeoutMs = timeoutMs;
  }
}

/** What is known of a query that failed. */
export interface QueryFailure {
  /** The statement as the caller wrote it, without header comments; null when it is not known. */
  readonly sql: string | null;
  readonly jobId: number | null;
  /** `presto` or `hive`. */
  readonly engine: string | null;
  /** The service's own words, unchanged. */
  readonly serverMessage: string;
  /** Place of the fault in `sql`, both counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
}

/** The service rejected or failed a query, or the job was killed. */
export class QueryError extends SvcError implements QueryFailure {
  override readonly name: string = "QueryError";
  declare readonly sql: string | null;
  declare readonly jobId: number | null;
  declare readonly engine: string | null;
  declare readonly serverMessage: string;
  declare readonly line: number | null;
  declare readonly column: number | null;

  constructor(message: string, failure: QueryFailure, options: CauseOption = {}) {
    super(message, options);
    Object.assign(this, failure);
  }
}

/** The caller stopped the operation; the service has been asked to kill a job that was running. */
export class InterruptedError extends SvcError {
  override readonly name: string = "InterruptedError";
  declare readonly jobId: number | null;
  declare readonly engine: string | null;
  declare readonly elapsedMs: number;

  constructor(
    message: string,
    what: { jobId: number | null; engine: string | null; elapsedMs: number },
    options: CauseOption = {},
  ) {
    super(message, options);
    Object.assign(this, what);
  }
}

/** A reply or a result that is truncated, damaged, or not what was announced, or a value that `parse_dates` can't read. No rows are returned. */
export class DecodeError extends SvcError {
  override readonly name: string = "DecodeError";
}

/** Rows that could not be uploaded, or not all of them. */
export class UploadError extends SvcError {
  override readonly name: string = "UploadError";
  /** Rows that the target table took before the failure; null when that is not known. */
  readonly rowsWritten: number | null;

  constructor(message: string, rowsWritten: number | null, options: CauseOption = {}) {
    super(message, options);
    this.rowsWritten = rowsWritten;
  }
}
