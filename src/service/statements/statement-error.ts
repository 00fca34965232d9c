import type { RunFault } from "../errors/run-fault.ts";
import { ERROR_CODES } from "../../dialect/sql-error.ts";

/** The `error` member of a response. */
export interface StatementErrorJson {
  readonly message: string;
  readonly errorCode: number;
  readonly errorName: string;
  readonly errorType: "USER_ERROR" | "INTERNAL_ERROR" | "INSUFFICIENT_RESOURCES";
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
  readonly failureInfo: {
    readonly type: string;
    readonly message: string;
    readonly stack: [];
    readonly suppressed: [];
  };
}

/** The error in the protocol's form. */
export function statementError({ kind: known, message, at }: RunFault): StatementErrorJson {
  const kind = known ?? "GENERIC_USER_ERROR";
  return {
    message,
    errorCode: ERROR_CODES[kind],
    // Trino has no code for these limits.
    errorName: kind === "EXCEEDED_LIMIT" ? "GENERIC_INSUFFICIENT_RESOURCES" : kind,
    errorType: errorType(ERROR_CODES[kind]),
    ...(at ? { errorLocation: { lineNumber: at.line, columnNumber: at.column } } : {}),
    failureInfo: { type: kind, message, stack: [], suppressed: [] },
  };
}

function errorType(code: number): StatementErrorJson["errorType"] {
  if (code < ERROR_CODES.GENERIC_INTERNAL_ERROR) return "USER_ERROR";
  return code < ERROR_CODES.EXCEEDED_LIMIT ? "INTERNAL_ERROR" : "INSUFFICIENT_RESOURCES";
}
