// This folder: what goes wrong in the service and its engines: a fault that has an HTTP status, its form between processes, and the log.

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
