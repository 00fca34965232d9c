import type { RunFault } from "../errors/run-fault.ts";
import type { SqlErrorKind } from "../../dialect/sql-error.ts";

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

/** Error codes by name. Source: Trino, StandardErrorCode. */
const CODES: Record<SqlErrorKind, number> = {
  GENERIC_USER_ERROR: 0,
  SYNTAX_ERROR: 1,
  USER_CANCELED: 3,
  PERMISSION_DENIED: 4,
  NOT_FOUND: 5,
  FUNCTION_NOT_FOUND: 6,
  INVALID_FUNCTION_ARGUMENT: 7,
  DIVISION_BY_ZERO: 8,
  INVALID_CAST_ARGUMENT: 9,
  NOT_SUPPORTED: 13,
  INVALID_SESSION_PROPERTY: 14,
  NUMERIC_VALUE_OUT_OF_RANGE: 19,
  UNKNOWN_TRANSACTION: 20,
  NOT_IN_TRANSACTION: 21,
  INCOMPATIBLE_CLIENT: 27,
  PROCEDURE_NOT_FOUND: 29,
  SCHEMA_NOT_EMPTY: 34,
  ADMINISTRATIVELY_KILLED: 38,
  CATALOG_NOT_FOUND: 44,
  SCHEMA_NOT_FOUND: 45,
  TABLE_NOT_FOUND: 46,
  COLUMN_NOT_FOUND: 47,
  SCHEMA_ALREADY_EXISTS: 49,
  TABLE_ALREADY_EXISTS: 50,
  TYPE_MISMATCH: 58,
  INVALID_PARAMETER_USAGE: 80,
  GENERIC_INTERNAL_ERROR: 65_536,
  EXCEEDED_LIMIT: 131_072,
  EXCEEDED_TIME_LIMIT: 131_075,
};

/** The error in the protocol's form. */
export function statementError({ kind, message, at }: RunFault): StatementErrorJson {
  const place = at === null ? undefined : { lineNumber: at.line, columnNumber: at.column };
  return build(kind ?? "GENERIC_USER_ERROR", message, place);
}

function build(
  kind: SqlErrorKind,
  message: string,
  errorLocation?: { lineNumber: number; columnNumber: number },
): StatementErrorJson {
  return {
    message,
    errorCode: CODES[kind],
    // Trino has no code for these limits.
    errorName: kind === "EXCEEDED_LIMIT" ? "GENERIC_INSUFFICIENT_RESOURCES" : kind,
    errorType: errorType(CODES[kind]),
    ...(errorLocation ? { errorLocation } : {}),
    failureInfo: { type: kind, message, stack: [], suppressed: [] },
  };
}

function errorType(code: number): StatementErrorJson["errorType"] {
  if (code < CODES.GENERIC_INTERNAL_ERROR) return "USER_ERROR";
  return code < CODES.EXCEEDED_LIMIT ? "INTERNAL_ERROR" : "INSUFFICIENT_RESOURCES";
}
