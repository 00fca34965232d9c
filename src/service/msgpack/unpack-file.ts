import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { MsgpackFault } from "./msgpack-reader.ts";

/** Bytes of a gzip file, unpacked off the main thread. @throws MsgpackFault when the file is no gzip file, or not all of one. */
export async function* unpackFile(path: string): AsyncGenerator<Buffer, void> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  file.on("error", (error) => unpacked.destroy(error));
  try {
    yield* file.pipe(unpacked) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    throw new MsgpackFault(`The file is not gzip data, or not all of it: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}
