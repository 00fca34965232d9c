import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { MsgpackFault, INCOMPLETE, MsgpackReader } from "./msgpack-reader.ts";

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

/** Decompresses a gzip file on the thread pool. @throws MsgpackFault for an invalid file or a bomb. */
export async function* unpackFile(path: string): AsyncGenerator<Buffer, void> {
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

/** Values of a gzipped MessagePack file, in groups of one event loop turn each. @throws MsgpackFault */
export async function* readPacked(path: string): AsyncGenerator<unknown[], void> {
  const reader = new MsgpackReader();
  for await (const piece of unpackFile(path)) {
    reader.push(piece);
    const values: unknown[] = [];
    for (let value = reader.next(); value !== INCOMPLETE; value = reader.next()) values.push(value);
    if (values.length > 0) yield values;
  }
  if (!reader.empty) throw new MsgpackFault("The file is cut off within a value.");
}
