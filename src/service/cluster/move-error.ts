import { SqlError } from "../../dialect/sql-error.ts";
import type { RewrittenSql } from "../td/rewrite-calls.ts";

/** Moves an error's position from the SQL that was sent to the user's SQL. */
export function moveError(error: unknown, { place }: RewrittenSql): unknown {
  if (!(error instanceof SqlError) || error.line === null) return error;
  const message = error.message.replace(/^line \d+:\d+: /, "");
  return new SqlError(error.kind, message, place(error.line, error.column!), error.cause);
}
