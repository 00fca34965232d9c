import { deflateRawSync, inflateRawSync } from "node:zlib";

const PACKED = "$deflate:";
const PACK_FROM_LENGTH = 1000;

/** The text of a prepared statement that a client keeps and sends in a header of each request: a long one is compressed. */
export function packPrepared(sql: string): string {
  if (sql.length < PACK_FROM_LENGTH && !sql.startsWith(PACKED)) return sql;
  return PACKED + deflateRawSync(sql).toString("base64url");
}

/** @throws Error for a damaged text */
export function unpackPrepared(text: string): string {
  if (!text.startsWith(PACKED)) return text;
  return inflateRawSync(Buffer.from(text.slice(PACKED.length), "base64url")).toString("utf8");
}
