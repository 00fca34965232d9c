// This folder: what goes wrong in the service and its engines: a fault that has an HTTP status, its form between processes, and the log.

import { types } from "node:util";

/** Clients retry 5xx for minutes, so an error that a retry can't cure is 4xx. */
const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_coding: 415,
  too_many: 429,
  range_not_satisfiable: 416,
  invalid: 422,
  not_supported: 422,
  unavailable: 503,
  no_space: 507,
};

/** Kinds of request errors; each has an HTTP status. */
export type FaultKind = keyof typeof STATUS;

/** The body of an error reply; each client reads the message from a different member. */
export interface ErrorBody {
  readonly error: string;
  readonly text: string;
  readonly message: string;
  readonly severity: "error";
  readonly details?: Readonly<Record<string, string>>;
}

export function errorBody(text: string, details: ErrorBody["details"] | null = null): ErrorBody {
  return { error: text, text, message: text, severity: "error", ...(details ? { details } : {}) };
}

/** An error of a request, with a message for the user. Any other error that is thrown counts as internal. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly kind: FaultKind;
  /** Sent as `details`, such as the job that a request conflicts with. */
  readonly details: Readonly<Record<string, string>> | null;
  /** Sent as headers. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: FaultKind,
    message: string,
    details: Fault["details"] = null,
    headers: Fault["headers"] = {},
  ) {
    super(message);
    this.kind = kind;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return STATUS[this.kind];
  }

  toJSON(): ErrorBody {
    return errorBody(this.message, this.details);
  }
}

/** @param seconds - Until a retry can succeed. */
export function tooMany(seconds: number, message: string): Fault {
  return new Fault("too_many", message, null, { "retry-after": String(seconds) });
}

export function noDatabase(database: string): Fault {
  return new Fault("not_found", `Database ${database} does not exist`);
}

export function noTable(database: string, table: string): Fault {
  return new Fault("not_found", `Table ${database}.${table} does not exist`);
}

export function databaseExists(database: string): Fault {
  return new Fault("already_exists", `Database ${database} already exists`);
}

export function tableExists(database: string, table: string): Fault {
  return new Fault("already_exists", `Table ${database}.${table} already exists`);
}

export function notEmpty(database: string, table: string): Fault {
  return new Fault("already_exists", `Table ${database}.${table} holds rows; it was not deleted.`);
}

/** A cluster can't be reached or sends an invalid reply; not an error of the statement. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  /** The error without any content of the reply, so that it can be logged. */
  readonly what: string;

  /** @param options.detail - The cluster's message, which may contain values. */
  constructor(what: string, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    const { detail, cause } = options;
    super(detail === undefined ? what : `${what}: ${detail}`, cause === undefined ? {} : { cause });
    this.what = what;
  }
}

/** A setting, file or folder that the service can't take; the message is for the person who starts it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

const FULL = /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i;
const TOO_LONG = /\bEFBIG\b|file too large/i;
const READ_ONLY = /\bEROFS\b|read-only file system/i;

/** Converts an error of a full or read-only disk or of a limit on file sizes, from a file or from the engine; null for any other error. */
export function diskFault(error: unknown): Fault | null {
  // Also errors from another realm.
  for (let e: unknown = error; types.isNativeError(e); e = e.cause) {
    const message = messageOf(`${(e as NodeJS.ErrnoException).code ?? ""} ${e.message}`);
    if (message === null) continue;
    const fault = new Fault("no_space", message);
    // By which the engine's process knows whether its database is dead.
    fault.cause = error;
    return fault;
  }
  return null;
}

function messageOf(text: string): string | null {
  if (FULL.test(text))
    return "The disk of the data folder is full; free some space (delete tables, or old files in its folder results) and try again.";
  if (TOO_LONG.test(text))
    return "A file would be longer than the service's limit (ulimit -f) or its file system allows; raise the limit and try again.";
  return READ_ONLY.test(text) ? "The disk of the data folder is read-only." : null;
}

/** The message of any thrown value. DuckDB's errors may come from another realm, where `instanceof Error` fails. */
export function errorMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}

/** A result file that is not as it was written. */
export class DamagedResultError extends Error {
  override readonly name = "DamagedResultError";
}

/** By name, because an error from the engine's process has lost its class. */
export function isDamagedResult(error: unknown): boolean {
  return error instanceof Error && error.name === "DamagedResultError";
}
