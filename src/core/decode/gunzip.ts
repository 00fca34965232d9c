import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { DecodeError } from "../errors.ts";

/** Large enough that a piece holds thousands of rows, small enough that decoding one takes a few milliseconds. */
const PIECE_BYTES = 256 * 1024;

/**
 * Unpack a gzip file of one or more members. Inflating runs on another thread, so the caller decodes one piece
 * while the next is made. An empty stream gives nothing.
 *
 * @throws DecodeError when the file is cut off, damaged, or followed by bytes that are no gzip.
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = { fed: 0, error: null as Error | null };
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        source.fed += chunk.length;
        yield chunk;
      }
    } catch (error) {
      source.error = error instanceof Error ? error : new Error(String(error));
      throw source.error;
    }
  }
  // Passed on to the stream, which the types do not tell: lets inflating run ahead by some pieces.
  const options = { chunkSize: PIECE_BYTES, readableHighWaterMark: 4 * PIECE_BYTES };
  const stream = createGunzip(options);
  // Errors of either side end the iteration below.
  pipeline(counted, stream, () => {});
  try {
    for await (const piece of stream) yield piece as Uint8Array;
  } catch (cause) {
    if (source.error !== null) throw source.error;
    if (source.fed === 0) return;
    throw new DecodeError(
      `the result can't be unpacked after ${source.fed} bytes: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  } finally {
    stream.destroy();
  }
  if (stream.bytesWritten < source.fed) {
    throw new DecodeError(`the result has ${source.fed - stream.bytesWritten} bytes too many after its end`);
  }
}
