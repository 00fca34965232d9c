import { createGunzip, createInflate } from "node:zlib";
import { DecodeError } from "../../errors.ts";

/** Large enough for thousands of rows per chunk, small enough to decode one in a few milliseconds. */
const PIECE_BYTES = 2 ** 20;
/** The file's own gzip, that of a content coding, and one more. */
const MAX_LAYERS = 3;

/**
 * Inflates a reply by its bytes, whatever its headers: gzip with one or more members, possibly compressed twice, or not compressed at all.
 * This is unambiguous, as neither JSON nor rows begin with the magic bytes of gzip or zlib. Inflating runs on another thread while the
 * caller decodes the previous chunk. An empty stream yields nothing.
 *
 * @param facts - `checked` is set to true once a checksum was verified at the end.
 * @throws DecodeError when the reply is truncated, damaged, or followed by bytes other than gzip.
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  facts: { checked: boolean },
  layers = MAX_LAYERS,
): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    let head: Uint8Array = new Uint8Array(0);
    while (head.length < 2) {
      const next = await pieces.next();
      if (next.done) break;
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    }
    const whole = async function* (): AsyncGenerator<Uint8Array> {
      if (head.length > 0) yield head;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    };
    const packer = layers > 0 ? packerOf(head) : null;
    if (packer === null) {
      yield* whole();
      return;
    }
    yield* unpack(inflate(whole(), packer), facts, layers - 1);
    facts.checked = true;
  } finally {
    await pieces.return?.();
  }
}

function packerOf(head: Uint8Array): typeof createGunzip | typeof createInflate | null {
  const [first, second = 0] = head;
  if (first === 0x1f && second === 0x8b) return createGunzip;
  // Only the usual window: the bytes of others also begin texts, as "80 jobs" and "(S".
  return first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second) ? createInflate : null;
}

async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  packer: typeof createGunzip | typeof createInflate,
): AsyncGenerator<Uint8Array> {
  // Some pieces ahead of the caller, each by itself: a stream of bytes would join them. The types lack both.
  const ahead = { readableObjectMode: true, readableHighWaterMark: 4 };
  const stream = packer({ chunkSize: PIECE_BYTES, ...ahead });
  const source = { fed: 0, failures: [] as unknown[] };
  // One chunk is inflated while the next one waits.
  const feed = async (): Promise<void> => {
    let before: Promise<void> | null = null;
    for await (const chunk of chunks) {
      source.fed += chunk.length;
      const inflated = new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
      await before;
      if (stream.destroyed) return;
      before = inflated;
    }
    stream.end();
  };
  // Errors of either side end the loop below.
  stream.on("error", () => {});
  feed().catch((error: unknown) => {
    source.failures.push(error);
    stream.destroy(error as Error);
  });
  try {
    for await (const piece of stream) yield piece as Uint8Array;
  } catch (cause) {
    if (source.failures.length > 0) throw source.failures[0];
    throw new DecodeError(
      `the reply can't be decompressed after ${source.fed} bytes: ${(cause as Error).message}`,
      { cause },
    );
  } finally {
    stream.destroy();
  }
  if (stream.bytesWritten < source.fed)
    throw new DecodeError(`the reply has ${source.fed - stream.bytesWritten} extra bytes after its end`);
}
