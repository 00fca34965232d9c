import { SqlError, type SqlErrorKind, ERROR_CODES } from "../../dialect/sql-error.ts";
import { diskFault, Fault } from "../../engine/errors/fault.ts";
import { faultFields } from "../../engine/errors/log.ts";

/** Why a job or statement failed, for its user. */
export interface RunFault {
  /** Null if the statement itself is not at fault. */
  readonly kind: SqlErrorKind | null;
  readonly message: string;
  /** Position in the statement. */
  readonly at: { readonly line: number; readonly column: number } | null;
}

/** @param log - Receives internal errors, and those of the disk. */
export function runFault(error: unknown, log: (fields: ReturnType<typeof faultFields>) => void): RunFault {
  if (error instanceof SqlError) {
    const { kind, message, line, column } = error;
    return { kind, message, at: line === null ? null : { line, column: column ?? 1 } };
  }
  const fault = error instanceof Fault ? error : diskFault(error);
  if (fault === null || fault.kind === "no_space") log(faultFields(error));
  if (fault) return { kind: null, message: fault.message, at: null };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "GENERIC_INTERNAL_ERROR", message, at: null };
}

/** The `error` member of a response. */
export type StatementErrorJson = ReturnType<typeof statementError>;

/** The error in the protocol's form. */
export function statementError({ kind: faultKind, message, at }: RunFault) {
  const kind = faultKind ?? "GENERIC_USER_ERROR";
  return {
    message,
    errorCode: ERROR_CODES[kind],
    // Trino has no code for these limits.
    errorName: kind === "EXCEEDED_LIMIT" ? "GENERIC_INSUFFICIENT_RESOURCES" : kind,
    errorType: errorType(ERROR_CODES[kind]),
    errorLocation: at ? { lineNumber: at.line, columnNumber: at.column } : undefined,
    failureInfo: { type: kind, message, stack: [], suppressed: [] },
  };
}

function errorType(code: number): "USER_ERROR" | "INTERNAL_ERROR" | "INSUFFICIENT_RESOURCES" {
  if (code < ERROR_CODES.GENERIC_INTERNAL_ERROR) return "USER_ERROR";
  return code < ERROR_CODES.EXCEEDED_LIMIT ? "INTERNAL_ERROR" : "INSUFFICIENT_RESOURCES";
}
