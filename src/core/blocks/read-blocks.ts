import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { DecodeError } from "../errors.ts";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "./block-format.ts";

const inflateRawAsync = promisify(inflateRaw);

/** Blocks inflated concurrently on the thread pool while earlier ones are decoded. */
const AHEAD = 3;

/** Maximum bytes of a block, which is held whole. Rows are not split, so this limits a row too. */
const MAX_BLOCK_BYTES = 2 ** 29;

/** Some rows of a result. */
interface Block {
  readonly rows: number;
  /** The columns' bytes; their offset in the ArrayBuffer is a multiple of 8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Head {
  readonly packing: number;
  readonly rows: number;
  readonly unpackedBytes: number;
  readonly packedBytes: number;
  readonly checksum: number;
}

/**
 * The blocks of a result file, verified and inflated, in order. An empty stream yields nothing.
 *
 * @throws DecodeError when the file is truncated, damaged, lacks a block, or has bytes after its end.
 */
export async function* readBlocks(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = MAX_BLOCK_BYTES,
): AsyncGenerator<Block> {
  const source = new ByteSource(chunks);
  const opened: Promise<Block>[] = [];
  let rows = 0;
  try {
    const magic = await source.take(MAGIC.length);
    if (magic === null) return;
    if (magic.toString("latin1") !== MAGIC)
      throw new DecodeError("the result does not start with the header of column blocks");
    for (let number = 0; ; number++) {
      const head = readHead(await source.need(HEAD_BYTES), number, mostBytes);
      if (head.packing === PACKING.end) {
        if (head.rows !== rows) throw damaged(`it has ${rows} rows, but its footer says ${head.rows}`);
        break;
      }
      rows += head.rows;
      const block = unpack(head, await source.need(head.packedBytes), number);
      // Its failure is thrown when it is awaited; this prevents an unhandled rejection.
      block.catch(() => undefined);
      opened.push(block);
      if (opened.length >= AHEAD) yield await (opened.shift() as Promise<Block>);
    }
    if ((await source.take(1)) !== null) throw damaged("bytes follow its end");
    for (const block of opened) yield await block;
  } finally {
    await source.close();
  }
}

function damaged(why: string): DecodeError {
  return new DecodeError(`the result is damaged: ${why}; read it again`);
}

function readHead(bytes: Buffer, number: number, mostBytes: number): Head {
  if (crc32(bytes.subarray(0, HEAD.headChecksum)) !== bytes.readUInt32LE(HEAD.headChecksum))
    throw damaged(`the checksum of block ${number}'s header does not match`);
  const blockNumber = bytes.readUInt32LE(HEAD.number);
  if (blockNumber !== number) throw damaged(`block ${blockNumber} was found instead of block ${number}`);
  const head = {
    packing: bytes.readUInt32LE(HEAD.packing),
    rows: bytes.readDoubleLE(HEAD.rows),
    unpackedBytes: bytes.readUInt32LE(HEAD.unpackedBytes),
    packedBytes: bytes.readUInt32LE(HEAD.packedBytes),
    checksum: bytes.readUInt32LE(HEAD.checksum),
  };
  if (!Number.isSafeInteger(head.rows) || head.rows < 0)
    throw damaged(`block ${number} has ${head.rows} rows`);
  if (head.unpackedBytes > mostBytes || head.packedBytes > mostBytes)
    throw new DecodeError(`block ${number} of the result is longer than ${mostBytes} bytes`);
  return head;
}

async function unpack(head: Head, packed: Buffer<ArrayBuffer>, number: number): Promise<Block> {
  if (crc32(packed) !== head.checksum) throw damaged(`the checksum of block ${number} does not match`);
  const { rows, unpackedBytes } = head;
  let bytes = packed;
  if (head.packing === PACKING.deflate) {
    // One buffer of the right size, with spare room so that zlib sees the end.
    const options = { chunkSize: unpackedBytes + 64, maxOutputLength: unpackedBytes };
    try {
      bytes = await inflateRawAsync(packed, options);
    } catch (cause) {
      throw new DecodeError(
        `block ${number} of the result can't be decompressed: ${(cause as Error).message}`,
        {
          cause,
        },
      );
    }
  } else if (head.packing !== PACKING.none) {
    throw damaged(`block ${number} has the unknown compression ${head.packing}`);
  }
  if (bytes.length !== unpackedBytes)
    throw damaged(`block ${number} has ${bytes.length} of its ${unpackedBytes} bytes`);
  return { rows, bytes: bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes) };
}

/** Reads a given number of bytes at a time from a stream. */
class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece = new Uint8Array(0);
  #offset = 0;
  #isOver = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#pieces = chunks[Symbol.asyncIterator]();
  }

  /** @returns null at the stream's end. @throws DecodeError when the stream ends within the bytes. */
  async take(count: number): Promise<Buffer<ArrayBuffer> | null> {
    const bytes = Buffer.allocUnsafeSlow(count);
    let filled = 0;
    while (filled < count) {
      if (this.#piece.length === 0 && !(await this.#next())) {
        if (filled === 0) return null;
        throw new DecodeError(`the result ends after ${this.#offset} bytes: it was cut off`);
      }
      const part = this.#piece.subarray(0, count - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#piece = this.#piece.subarray(part.length);
    }
    return bytes;
  }

  async need(count: number): Promise<Buffer<ArrayBuffer>> {
    const bytes = count === 0 ? Buffer.alloc(0) : await this.take(count);
    if (bytes === null) throw new DecodeError(`the result ends after ${this.#offset} bytes: it was cut off`);
    return bytes;
  }

  async #next(): Promise<boolean> {
    const next = await this.#pieces.next();
    this.#isOver = next.done === true;
    if (next.done) return false;
    this.#piece = next.value as Uint8Array<ArrayBuffer>;
    this.#offset += this.#piece.length;
    return true;
  }

  /** Cancels the stream. */
  async close(): Promise<void> {
    if (!this.#isOver) await this.#pieces.return?.();
  }
}
