import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { decodeMultiStream } from "@msgpack/msgpack";

/** Rows of a result file, one array each; integers beyond 32 bits come as bigint, all digits kept. */
export async function* readRows(path: string): AsyncGenerator<unknown[], void> {
  const unpacked = createGunzip();
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  file.on("error", (error) => unpacked.destroy(error));
  try {
    for await (const row of decodeMultiStream<undefined>(file.pipe(unpacked), { useBigInt64: true }))
      yield row as unknown[];
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}
