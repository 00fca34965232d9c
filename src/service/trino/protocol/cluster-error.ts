import { SqlError, type SqlErrorKind } from "../../../dialect/sql-error.ts";
import type { ReplyError } from "./statement-reply.ts";

/** The cluster's error names with an equivalent kind. */
const KINDS: Readonly<Record<string, SqlErrorKind>> = {
  SYNTAX_ERROR: "SYNTAX_ERROR",
  NOT_SUPPORTED: "NOT_SUPPORTED",
  TABLE_NOT_FOUND: "TABLE_NOT_FOUND",
  MISSING_TABLE: "TABLE_NOT_FOUND",
  COLUMN_NOT_FOUND: "COLUMN_NOT_FOUND",
  MISSING_ATTRIBUTE: "COLUMN_NOT_FOUND",
  SCHEMA_NOT_FOUND: "SCHEMA_NOT_FOUND",
  MISSING_SCHEMA: "SCHEMA_NOT_FOUND",
  FUNCTION_NOT_FOUND: "FUNCTION_NOT_FOUND",
  TYPE_MISMATCH: "TYPE_MISMATCH",
  DIVISION_BY_ZERO: "DIVISION_BY_ZERO",
  INVALID_CAST_ARGUMENT: "INVALID_CAST_ARGUMENT",
  INVALID_FUNCTION_ARGUMENT: "INVALID_FUNCTION_ARGUMENT",
  NUMERIC_VALUE_OUT_OF_RANGE: "NUMERIC_VALUE_OUT_OF_RANGE",
  TABLE_ALREADY_EXISTS: "TABLE_ALREADY_EXISTS",
  PERMISSION_DENIED: "PERMISSION_DENIED",
  EXCEEDED_TIME_LIMIT: "EXCEEDED_LIMIT",
};

/** Presto uses one name for several errors; the message distinguishes them. */
const BY_WORDS: readonly (readonly [RegExp, SqlErrorKind])[] = [
  [/^Table .+ does not exist/, "TABLE_NOT_FOUND"],
  [/^Schema .+ does not exist/, "SCHEMA_NOT_FOUND"],
  [/^Column .+ cannot be resolved/, "COLUMN_NOT_FOUND"],
  [/^Function .+ not registered/, "FUNCTION_NOT_FOUND"],
];

/** The error of a statement, with the cluster's message. */
export function clusterError(error: ReplyError): SqlError {
  const { errorName = "", errorType, errorLocation } = error;
  const message = (error.message ?? "The cluster failed without an error message.").replace(
    /^line \d+:\d+: /,
    "",
  );
  const at = errorLocation && { line: errorLocation.lineNumber, column: errorLocation.columnNumber };
  const kind =
    KINDS[errorName] ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? kindOfType(errorType);
  const named = errorName === "" || KINDS[errorName] !== undefined ? message : `${message} (${errorName})`;
  return new SqlError(kind, named, at ?? null);
}

function kindOfType(errorType: string | undefined): SqlErrorKind {
  if (errorType === "USER_ERROR") return "GENERIC_USER_ERROR";
  return errorType === "INSUFFICIENT_RESOURCES" ? "EXCEEDED_LIMIT" : "GENERIC_INTERNAL_ERROR";
}
