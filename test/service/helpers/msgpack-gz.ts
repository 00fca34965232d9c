import { encode } from "@msgpack/msgpack";
import { gzipSync } from "node:zlib";

/** A gzip file of MessagePack maps, as clients upload them. */
export function msgpackGz(records: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const packed = Buffer.concat(records.map((record) => encode(record, { useBigInt64: true })));
  return new Uint8Array(gzipSync(packed));
}
