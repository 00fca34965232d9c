import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { MsgpackFault } from "./msgpack-reader.ts";

/**
 * Limits against decompression bombs. Legitimate rows with many empty columns shrink to a three-hundredth; the ratio
 * is checked beyond the first bytes.
 */
const MAX_RATIO = 600;
const FREE_BYTES = 64 * 2 ** 20;
const MAX_BYTES = 64 * 2 ** 30;

function bomb(): MsgpackFault {
  return new MsgpackFault(
    `The file grows to more than ${MAX_RATIO} times its size, or ${MAX_BYTES} bytes, when it is decompressed.`,
  );
}

/** Whether the first byte starts a short MessagePack array: then the file is not compressed. */
const isPlain = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x90 && byte < 0xa0;

/** Decompresses a gzip file on the thread pool, or reads an uncompressed one. @throws MsgpackFault for an invalid file or a bomb. */
export async function* unpackFile(path: string): AsyncGenerator<Buffer, void> {
  const first = await open(path);
  try {
    const { buffer, bytesRead } = await first.read(Buffer.alloc(1), 0, 1, 0);
    if (bytesRead > 0 && isPlain(buffer[0])) {
      yield* first.createReadStream({ highWaterMark: 1 << 20, start: 0 }) as AsyncIterable<Buffer>;
      return;
    }
  } finally {
    await first.close();
  }
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  file.on("error", (error) => unpacked.destroy(error));
  try {
    let size = 0;
    for await (const piece of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MAX_BYTES || (size > FREE_BYTES && size > MAX_RATIO * file.bytesRead)) throw bomb();
      yield piece;
    }
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
