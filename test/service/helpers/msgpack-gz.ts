import { encode } from "@msgpack/msgpack";
import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

/** A gzip file of MessagePack maps, as clients upload them. */
export function msgpackGz(records: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const packed = Buffer.concat(records.map((record) => encode(record, { useBigInt64: true })));
  return new Uint8Array(gzipSync(packed));
}

export function writeMsgpackGz(path: string, records: readonly unknown[]): Promise<void> {
  return writeFile(path, msgpackGz(records));
}
