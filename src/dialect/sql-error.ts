/** Kinds of statement errors; sent as `errorName` by the statement protocol. */
export type SqlErrorKind =
  | "SYNTAX_ERROR"
  | "NOT_SUPPORTED"
  | "TABLE_NOT_FOUND"
  | "COLUMN_NOT_FOUND"
  | "SCHEMA_NOT_FOUND"
  | "FUNCTION_NOT_FOUND"
  | "TYPE_MISMATCH"
  | "DIVISION_BY_ZERO"
  | "INVALID_CAST_ARGUMENT"
  | "INVALID_FUNCTION_ARGUMENT"
  | "NUMERIC_VALUE_OUT_OF_RANGE"
  | "TABLE_ALREADY_EXISTS"
  | "SCHEMA_ALREADY_EXISTS"
  | "SCHEMA_NOT_EMPTY"
  | "CATALOG_NOT_FOUND"
  | "NOT_FOUND"
  | "INVALID_SESSION_PROPERTY"
  | "INVALID_PARAMETER_USAGE"
  | "PROCEDURE_NOT_FOUND"
  | "UNKNOWN_TRANSACTION"
  | "NOT_IN_TRANSACTION"
  | "INCOMPATIBLE_CLIENT"
  | "USER_CANCELED"
  | "ADMINISTRATIVELY_KILLED"
  | "EXCEEDED_TIME_LIMIT"
  | "PERMISSION_DENIED"
  | "EXCEEDED_LIMIT"
  | "GENERIC_USER_ERROR"
  | "GENERIC_INTERNAL_ERROR";

/** A statement that can't be run; `line` and `column` count from 1 in the user's SQL. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly kind: SqlErrorKind;
  readonly line: number | null;
  readonly column: number | null;

  constructor(
    kind: SqlErrorKind,
    message: string,
    at: { line: number; column: number } | null = null,
    cause?: unknown,
  ) {
    super(at ? `line ${at.line}:${at.column}: ${message}` : message, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.line = at?.line ?? null;
    this.column = at?.column ?? null;
  }
}
