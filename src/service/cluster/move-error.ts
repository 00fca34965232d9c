import { SqlError } from "../../dialect/sql-error.ts";
import type { RewrittenSql } from "../td/rewrite-calls.ts";

/** Gives an error the place in the user's text in place of the one in the text that was sent. */
export function moveError(error: unknown, { place }: RewrittenSql): unknown {
  if (!(error instanceof SqlError) || error.line === null) return error;
  const message = error.message.replace(/^line \d+:\d+: /, "");
  return new SqlError(error.kind, message, place(error.line, error.column ?? 1), error.cause);
}
