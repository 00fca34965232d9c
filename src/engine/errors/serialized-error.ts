import { Fault, type FaultKind } from "./fault.ts";
import { SqlError, type SqlErrorKind } from "../../dialect/sql-error.ts";

/** An error for the message channel: structured clone would lose the class and fields of an `Error`. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly sql: {
    readonly kind: SqlErrorKind;
    readonly at: { readonly line: number; readonly column: number } | null;
  } | null;
  readonly fault: { readonly kind: FaultKind; readonly details: Fault["details"] } | null;
  readonly cause: SerializedError | null;
}

const MAX_CAUSES = 8;

/** DuckDB closes its database for all after such an error of one statement. */
const FATAL = /^(?:FATAL|INTERNAL) Error|^IO Error: Checkpoint failed for database/;
const AFTER_FATAL =
  /^FATAL Error: .*database has been invalidated because of a previous|^IO Error: Database .* has been invalidated because checkpointing failed/;

/**
 * Whether an error tells that the database is dead: by this call's `own` fault, or by that of an `earlier` one. Only DuckDB's own errors say
 * that: the messages of others may be a user's text, and DuckDB's begin with their class.
 */
export function databaseDeath(error: SerializedError): "own" | "earlier" | null {
  for (let e: SerializedError | null = error; e !== null; e = e.cause) {
    if (e.sql !== null || e.fault !== null) continue;
    if (AFTER_FATAL.test(e.message)) return "earlier";
    if (FATAL.test(e.message)) return "own";
  }
  return null;
}

export function packError(error: unknown, causes = MAX_CAUSES): SerializedError {
  // DuckDB's errors may come from another realm, where `instanceof Error` fails.
  const isError = typeof error === "object" && error !== null && "message" in error;
  const {
    name = "Error",
    message,
    stack,
    code,
    cause,
  } = (isError ? error : { message: String(error) }) as NodeJS.ErrnoException;
  const sql =
    error instanceof SqlError
      ? {
          kind: error.kind,
          at: error.line === null ? null : { line: error.line, column: error.column as number },
        }
      : null;
  const fault = error instanceof Fault ? { kind: error.kind, details: error.details } : null;
  return {
    name,
    message: String(message),
    stack,
    code: typeof code === "string" ? code : undefined,
    sql,
    fault,
    cause: cause === undefined || causes === 0 ? null : packError(cause, causes - 1),
  };
}

/** The error with its class, fields and causes restored. */
export function unpackError(packed: SerializedError): Error {
  const { name, message, stack, code, sql, fault } = packed;
  const cause = packed.cause === null ? undefined : unpackError(packed.cause);
  if (sql !== null) {
    // The constructor puts the position in front of the message.
    const position = sql.at === null ? "" : `line ${sql.at.line}:${sql.at.column}: `;
    return new SqlError(sql.kind, message.slice(position.length), sql.at, cause);
  }
  const error: Error = fault === null ? new Error(message) : new Fault(fault.kind, message, fault.details);
  if (fault === null) error.name = name;
  if (stack !== undefined) error.stack = stack;
  if (code !== undefined) (error as NodeJS.ErrnoException).code = code;
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** How errors cross to and from a thread. */
export const packedErrors = {
  pack: (error: unknown): unknown => packError(error),
  unpack: (packed: unknown): Error => unpackError(packed as SerializedError),
};
