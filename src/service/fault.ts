/** What is wrong with a request; the HTTP layer turns each kind into a status. */
export type FaultKind =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "already_exists"
  | "too_large"
  | "too_many"
  | "range_not_satisfiable"
  | "invalid"
  | "not_supported"
  | "unavailable"
  | "no_space";

const STATUS: Record<FaultKind, { status: number; error: string }> = {
  bad_request: { status: 400, error: "Bad request" },
  unauthorized: { status: 401, error: "Authentication failed" },
  forbidden: { status: 403, error: "Access denied" },
  not_found: { status: 404, error: "Resource not found" },
  method_not_allowed: { status: 405, error: "Method not allowed" },
  already_exists: { status: 409, error: "Resource already exists" },
  too_large: { status: 413, error: "Request too large" },
  too_many: { status: 429, error: "Too many requests" },
  range_not_satisfiable: { status: 416, error: "Range not satisfiable" },
  invalid: { status: 422, error: "Unprocessable request" },
  not_supported: { status: 501, error: "Not supported" },
  unavailable: { status: 503, error: "Service unavailable" },
  no_space: { status: 507, error: "Insufficient storage" },
};

/** A request that can't be answered, in words for the person who made it. Anything else that is thrown is the service's own fault. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly kind: FaultKind;
  /** Sent along as `details`, such as the job that a request clashes with. */
  readonly details: Readonly<Record<string, string>> | null;

  constructor(kind: FaultKind, message: string, details: Readonly<Record<string, string>> | null = null) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return STATUS[this.kind].status;
  }

  /** The body of the answer (protocol section 1.5). */
  toJSON(): { error: string; message: string; details?: Readonly<Record<string, string>> } {
    const { error } = STATUS[this.kind];
    return { error, message: this.message, ...(this.details ? { details: this.details } : {}) };
  }
}
