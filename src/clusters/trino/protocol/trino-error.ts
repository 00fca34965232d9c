import { ERROR_CODES, SqlError, type SqlErrorKind } from "../../../dialect/sql-error.ts";
import type { ReplyError } from "../../../core/wire/statement/statement-reply.ts";

/** Names of other versions of the cluster, and of a limit that has no kind of its own here. */
const OTHER_NAMES: Readonly<Record<string, SqlErrorKind>> = {
  MISSING_TABLE: "TABLE_NOT_FOUND",
  MISSING_ATTRIBUTE: "COLUMN_NOT_FOUND",
  MISSING_SCHEMA: "SCHEMA_NOT_FOUND",
  EXCEEDED_TIME_LIMIT: "EXCEEDED_LIMIT",
};

function kindOfName(name: string): SqlErrorKind | undefined {
  return OTHER_NAMES[name] ?? (Object.hasOwn(ERROR_CODES, name) ? (name as SqlErrorKind) : undefined);
}

/** Presto uses one name for several errors; the message distinguishes them. */
const BY_WORDS: readonly (readonly [RegExp, SqlErrorKind])[] = [
  [/^Table .+ does not exist/, "TABLE_NOT_FOUND"],
  [/^Schema .+ does not exist/, "SCHEMA_NOT_FOUND"],
  [/^Column .+ cannot be resolved/, "COLUMN_NOT_FOUND"],
  [/^Function .+ not registered/, "FUNCTION_NOT_FOUND"],
];

export function trinoError(reply: ReplyError | string): SqlError {
  const error = typeof reply === "string" ? { message: reply } : reply;
  const { errorType, errorLocation } = error;
  const errorName = textIn(error.errorName) ?? "";
  const text = textIn(error.message) ?? "The cluster failed without an error message.";
  const message = text.replace(/^line \d+:\d+: /, "");
  const at = errorLocation && { line: errorLocation.lineNumber, column: errorLocation.columnNumber };
  const byName = kindOfName(errorName);
  const kind = byName ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? kindOfType(errorType);
  const named = errorName === "" || byName !== undefined ? message : `${message} (${errorName})`;
  return new SqlError(kind, named, at ?? null);
}

const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null);

function kindOfType(errorType: unknown): SqlErrorKind {
  if (errorType === "USER_ERROR") return "GENERIC_USER_ERROR";
  return errorType === "INSUFFICIENT_RESOURCES" ? "EXCEEDED_LIMIT" : "GENERIC_INTERNAL_ERROR";
}
