import { Fault } from "../fault.ts";
import { faultFields } from "../log.ts";
import { SqlError, type SqlErrorKind } from "../../dialect/sql-error.ts";

/** The `error` member of an answer. */
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

const CODES: Record<SqlErrorKind, number> = {
  GENERIC_USER_ERROR: 0,
  SYNTAX_ERROR: 1,
  PERMISSION_DENIED: 4,
  FUNCTION_NOT_FOUND: 6,
  INVALID_FUNCTION_ARGUMENT: 7,
  DIVISION_BY_ZERO: 8,
  INVALID_CAST_ARGUMENT: 9,
  NOT_SUPPORTED: 13,
  SCHEMA_NOT_FOUND: 45,
  TABLE_NOT_FOUND: 46,
  COLUMN_NOT_FOUND: 47,
  TABLE_ALREADY_EXISTS: 50,
  TYPE_MISMATCH: 58,
  GENERIC_INTERNAL_ERROR: 65_536,
  EXCEEDED_LIMIT: 131_072,
};

/** What went wrong, for the client. @param log - Told of faults that are the service's own. */
export function statementError(
  error: unknown,
  log: (fields: ReturnType<typeof faultFields>) => void,
): StatementErrorJson {
  if (error instanceof SqlError) {
    const at = error.line === null ? undefined : { lineNumber: error.line, columnNumber: error.column ?? 1 };
    return build(error.kind, error.message, at);
  }
  if (error instanceof Fault) return build("GENERIC_USER_ERROR", error.message);
  log(faultFields(error));
  return build("GENERIC_INTERNAL_ERROR", error instanceof Error ? error.message : String(error));
}

/** The error of a statement that its client cancelled. */
export function cancelledError(message: string): StatementErrorJson {
  return { ...build("GENERIC_USER_ERROR", message), errorCode: 3, errorName: "USER_CANCELED" };
}

function build(
  kind: SqlErrorKind,
  message: string,
  errorLocation?: { lineNumber: number; columnNumber: number },
): StatementErrorJson {
  return {
    message,
    errorCode: CODES[kind],
    errorName: kind,
    errorType: errorType(kind),
    ...(errorLocation ? { errorLocation } : {}),
    failureInfo: { type: kind, message, stack: [], suppressed: [] },
  };
}

function errorType(kind: SqlErrorKind): StatementErrorJson["errorType"] {
  if (kind === "GENERIC_INTERNAL_ERROR") return "INTERNAL_ERROR";
  return kind === "EXCEEDED_LIMIT" ? "INSUFFICIENT_RESOURCES" : "USER_ERROR";
}
