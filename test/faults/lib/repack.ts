import { gunzipSync, gzipSync } from "node:zlib";
import { decodeMulti, encode } from "@msgpack/msgpack";
import type { Fault } from "./fault-plan.ts";

type How = Extract<Fault, { kind: "repack" }>["how"];

/** Decompresses and recompresses a result file, as some gateways do; anything but a complete gzip file stays unchanged. */
export function repack(body: Buffer, how: How, share: number): Buffer {
  let bytes: Buffer;
  try {
    bytes = gunzipSync(body);
  } catch {
    return body;
  }
  const level = 1 + Math.floor(share * 9);
  if (how === "same") return gzipSync(bytes, { level });
  if (how === "cut") return gzipSync(bytes.subarray(0, Math.floor(share * bytes.length)), { level });
  const rows = [...decodeMulti(bytes, { useBigInt64: true })];
  const kept = rows.slice(0, Math.floor(share * rows.length));
  return gzipSync(Buffer.concat(kept.map((row) => encode(row, { useBigInt64: true }))), { level });
}
