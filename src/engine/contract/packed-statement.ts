import { deflateRawSync, inflateRawSync } from "node:zlib";
import { SqlError } from "../../dialect/sql-error.ts";

const PACKED = "$deflate:";
const PACK_FROM_LENGTH = 1000;

/** Maximum characters of a statement that is kept by a client or run by EXECUTE, and of one that changes its session. */
export const MAX_SESSION_SQL = 256 * 1024;

/** The text of a prepared statement that a client keeps and sends in a header of each request: a long one is compressed. */
export function packPrepared(sql: string): string {
  if (sql.length < PACK_FROM_LENGTH && !sql.startsWith(PACKED)) return sql;
  return PACKED + deflateRawSync(sql).toString("base64url");
}

/** @throws SqlError for a damaged text, or one that is too long. */
export function unpackPrepared(text: string): string {
  if (!text.startsWith(PACKED)) return text;
  const packed = Buffer.from(text.slice(PACKED.length), "base64url");
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_SESSION_SQL }).toString("utf8");
  } catch (cause) {
    const isLong = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    if (isLong) throw tooLong();
    throw new SqlError(
      "GENERIC_USER_ERROR",
      "the prepared statement in the client's header can't be unpacked",
    );
  }
}

export const tooLong = (): SqlError =>
  new SqlError(
    "EXCEEDED_LIMIT",
    `a prepared statement, EXECUTE and statements that change the session have at most ${MAX_SESSION_SQL} characters`,
  );
