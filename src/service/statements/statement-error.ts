import type { RunFault } from "./run-fault.ts";
import { ERROR_CODES } from "../../dialect/sql-error.ts";

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
