/** Kinds of statement errors with Trino's code of each; sent as `errorName` and `errorCode` by the statement protocol. Source: StandardErrorCode. */
export const ERROR_CODES = {
  GENERIC_USER_ERROR: 0,
  SYNTAX_ERROR: 1,
  USER_CANCELED: 3,
  PERMISSION_DENIED: 4,
  NOT_FOUND: 5,
  FUNCTION_NOT_FOUND: 6,
  INVALID_FUNCTION_ARGUMENT: 7,
  DIVISION_BY_ZERO: 8,
  INVALID_CAST_ARGUMENT: 9,
  OPERATOR_NOT_FOUND: 10,
  INVALID_VIEW: 11,
  NOT_SUPPORTED: 13,
  INVALID_SESSION_PROPERTY: 14,
  INVALID_WINDOW_FRAME: 15,
  NUMERIC_VALUE_OUT_OF_RANGE: 19,
  UNKNOWN_TRANSACTION: 20,
  NOT_IN_TRANSACTION: 21,
  INCOMPATIBLE_CLIENT: 27,
  SUBQUERY_MULTIPLE_ROWS: 28,
  PROCEDURE_NOT_FOUND: 29,
  SCHEMA_NOT_EMPTY: 34,
  ADMINISTRATIVELY_KILLED: 38,
  CATALOG_NOT_FOUND: 44,
  SCHEMA_NOT_FOUND: 45,
  TABLE_NOT_FOUND: 46,
  COLUMN_NOT_FOUND: 47,
  SCHEMA_ALREADY_EXISTS: 49,
  TABLE_ALREADY_EXISTS: 50,
  DUPLICATE_NAMED_QUERY: 53,
  DUPLICATE_COLUMN_NAME: 54,
  MISSING_COLUMN_NAME: 55,
  TYPE_MISMATCH: 58,
  INVALID_LITERAL: 59,
  MISMATCHED_COLUMN_ALIASES: 61,
  AMBIGUOUS_NAME: 62,
  INVALID_COLUMN_REFERENCE: 63,
  MISSING_GROUP_BY: 64,
  MISSING_ORDER_BY: 65,
  MISSING_OVER: 66,
  NESTED_AGGREGATION: 67,
  NESTED_WINDOW: 68,
  EXPRESSION_NOT_IN_DISTINCT: 69,
  FUNCTION_NOT_WINDOW: 71,
  FUNCTION_NOT_AGGREGATE: 72,
  EXPRESSION_NOT_AGGREGATE: 73,
  EXPRESSION_NOT_SCALAR: 74,
  EXPRESSION_NOT_CONSTANT: 75,
  INVALID_PARAMETER_USAGE: 80,
  INVALID_RECURSIVE_REFERENCE: 87,
  INVALID_ORDER_BY: 91,
  DUPLICATE_WINDOW_NAME: 92,
  INVALID_WINDOW_REFERENCE: 93,
  JSON_INPUT_CONVERSION_ERROR: 114,
  JSON_OUTPUT_CONVERSION_ERROR: 115,
  PATH_EVALUATION_ERROR: 116,
  JSON_VALUE_RESULT_ERROR: 118,
  GENERIC_INTERNAL_ERROR: 65_536,
  EXCEEDED_LIMIT: 131_072,
  EXCEEDED_TIME_LIMIT: 131_075,
} as const;

export type SqlErrorKind = keyof typeof ERROR_CODES;

/** Errors of values, which TRY turns into null; refusals and limits it does not. */
const VALUE_ERRORS = new Set<SqlErrorKind>([
  "INVALID_FUNCTION_ARGUMENT",
  "NUMERIC_VALUE_OUT_OF_RANGE",
  "DIVISION_BY_ZERO",
  "INVALID_CAST_ARGUMENT",
]);

export const isValueError = (kind: SqlErrorKind): boolean => VALUE_ERRORS.has(kind);

/** What this engine refuses or limits, in contrast to an error that the dialect has: never null in TRY. */
export const isRefusal = (kind: SqlErrorKind): boolean =>
  kind === "NOT_SUPPORTED" || kind === "EXCEEDED_LIMIT";

/** A statement that can't be run; `line` and `column` count from 1 in the user's SQL. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly kind: SqlErrorKind;
  /** The message without the place. */
  readonly reason: string;
  readonly line: number | null;
  readonly column: number | null;

  constructor(
    kind: SqlErrorKind,
    message: string,
    at: { line: number; column: number } | null = null,
    cause?: unknown,
  ) {
    const reason = withinLength(message);
    super(at ? `line ${at.line}:${at.column}: ${reason}` : reason, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.reason = reason;
    this.line = at?.line ?? null;
    this.column = at?.column ?? null;
  }
}

/** Messages repeat texts of users, which may have megabytes: the reason is before or after them. */
const withinLength = (message: string): string =>
  message.length <= 800
    ? message
    : `${message.slice(0, 500)} … ${message.slice(-250)}`.replace(/\p{Cs}/gu, "");
