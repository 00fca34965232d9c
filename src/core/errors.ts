import { sqlExcerpt } from "./sql/sql-excerpt.ts";
import { visibleText } from "./text/visible-text.ts";

/** Options of every error: the underlying error. */
export interface CauseOption {
  readonly cause?: unknown;
}

/** Base class of all errors of this library. Its message may quote data, so control characters are escaped. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";

  constructor(message: string, options?: CauseOption) {
    super(visibleText(message), options);
  }
}

/** An error with fields of its own. */
class DetailedError<Details extends object> extends SvcError {
  constructor(message: string, details: Details, options: CauseOption = {}) {
    super(message, options);
    Object.assign(this, details);
  }
}

/** Invalid option, name, descriptor or setting. Thrown before any request is sent. */
export class ConfigError extends SvcError {
  override readonly name: string = "ConfigError";
}

/** Misused magic: unknown option, missing argument, unbound name. */
export class UsageError extends SvcError {
  override readonly name: string = "UsageError";
}

/** Request and reply of an {@link HttpError}. */
export interface HttpFailure {
  readonly status: number;
  readonly method: string;
  /** Path and query of the request; never the host or a key. */
  readonly path: string;
  /** First 4,096 characters of the reply. */
  readonly body: string;
}

/** The service replied with a status other than 2xx. */
export class HttpError extends DetailedError<HttpFailure> implements HttpFailure {
  override readonly name: string = "HttpError";
  declare readonly status: number;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly body: string;
}

/** 401: the API key is missing, unknown or revoked. */
export class AuthError extends HttpError {
  override readonly name: string = "AuthError";
}

/** 403: the API key lacks permission. */
export class ForbiddenError extends HttpError {
  override readonly name: string = "ForbiddenError";
}

/** 404: no such database, table, job or session; also for lookups that find nothing in a listing. */
export class NotFoundError extends HttpError {
  override readonly name: string = "NotFoundError";
}

/** 409: already exists. */
export class AlreadyExistsError extends HttpError {
  override readonly name: string = "AlreadyExistsError";
}

/** No usable reply: connection refused or reset, unknown host, broken transfer. `cause` is the system's error. */
export class NetworkError extends DetailedError<Pick<NetworkError, "method" | "path" | "code">> {
  override readonly name: string = "NetworkError";
  declare readonly method: string;
  declare readonly path: string;
  /** The system's error code, such as `ECONNREFUSED`; null if none. */
  declare readonly code: string | null;
}

/** An operation took longer than allowed. */
export class TimeoutError extends SvcError {
  override readonly name: string = "TimeoutError";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, options: CauseOption = {}) {
    super(message, options);
    this.timeoutMs = timeoutMs;
  }
}

/** Details of a failed query. */
export interface QueryFailure {
  /** The statement as the caller wrote it, without header comments; null when unknown. */
  readonly sql: string | null;
  readonly jobId: number | null;
  /** `presto` or `hive`. */
  readonly engine: string | null;
  /** The service's message, unchanged. */
  readonly serverMessage: string;
  /** Position of the error in `sql`, both counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
}

/** The service rejected the query, the query failed, or its job was killed. Its stack shows the line of SQL. */
export class QueryError extends DetailedError<QueryFailure> implements QueryFailure {
  override readonly name: string = "QueryError";
  declare readonly sql: string | null;
  declare readonly jobId: number | null;
  declare readonly engine: string | null;
  declare readonly serverMessage: string;
  declare readonly line: number | null;
  declare readonly column: number | null;

  constructor(message: string, failure: QueryFailure, options: CauseOption = {}) {
    super(message, failure, options);
    const { sql, line, column } = failure;
    const lines = [this.message, ...(sql === null ? [] : sqlExcerpt(sql, line, column))];
    if (this.stack !== undefined) this.stack = this.stack.replace(this.message, () => lines.join("\n"));
  }
}

/** The operation was interrupted; the service has been asked to kill its running job. */
export class InterruptedError extends DetailedError<
  Pick<InterruptedError, "jobId" | "engine" | "elapsedMs">
> {
  override readonly name: string = "InterruptedError";
  declare readonly jobId: number | null;
  declare readonly engine: string | null;
  declare readonly elapsedMs: number;
}

/** A reply or result is truncated, damaged or not as announced, or `parse_dates` can't parse a value. No rows are returned. */
export class DecodeError extends SvcError {
  override readonly name: string = "DecodeError";
}

/** An upload failed, completely or in part. */
export class UploadError extends SvcError {
  override readonly name: string = "UploadError";
  /** Rows written to the table before the failure; null when unknown. */
  readonly rowsWritten: number | null;

  constructor(message: string, rowsWritten: number | null, options: CauseOption = {}) {
    super(message, options);
    this.rowsWritten = rowsWritten;
  }
}
