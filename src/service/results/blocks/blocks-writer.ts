import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "../../../core/wire/result-blocks.ts";
import type { Batch } from "../../engine/engine.ts";
import { batchSize } from "../values/batch-size.ts";
import { ResultFile, type RowsWriter } from "../result-file.ts";
import { deflateChunk } from "../gzip-blocks.ts";
import { encodeBlock } from "./encode-block.ts";
import { cutBatch, splitBatch } from "./split-batch.ts";

const deflateRawAsync = promisify(deflateRaw);

/** A block is closed at this many bytes or rows: a few milliseconds of work at both ends. */
const BLOCK_BYTES = 2 << 20;
const BLOCK_ROWS = 1 << 16;
/** Rows of a block are a multiple of this, unless that makes it several times as large: the client decodes text in such groups. */
const ROWS_TOGETHER = 1 << 12;
const MAX_BLOCK_BYTES = 4 * BLOCK_BYTES;

/** Blocks that compress to more than this share are stored uncompressed. */
const WORTH_PACKING = 0.9;

/** Writes a job's rows as column blocks. */
export class BlocksWriter implements RowsWriter {
  readonly #file: ResultFile;
  #batches: Batch[] = [];
  #rows = 0;
  #bytes = 0;
  #number = 0;
  #rowCount = 0;

  private constructor(file: ResultFile) {
    this.#file = file;
  }

  static async open(path: string): Promise<BlocksWriter> {
    return new BlocksWriter(await ResultFile.open(path, Buffer.from(MAGIC, "latin1")));
  }

  async write(batch: Batch): Promise<void> {
    for (const part of splitBatch(batch, BLOCK_BYTES)) {
      if (!this.#goesOn(part)) await this.#close();
      this.#add(part);
      this.#rowCount += part.rowCount;
      const isFull = this.#rows >= BLOCK_ROWS || this.#bytes >= BLOCK_BYTES;
      if (this.#bytes >= MAX_BLOCK_BYTES) await this.#close();
      else if (isFull && this.#rows >= ROWS_TOGETHER) await this.#closeEven();
    }
  }

  #add(batch: Batch): void {
    this.#batches.push(batch);
    this.#rows += batch.rowCount;
    this.#bytes += batchSize(batch);
  }

  /** Closes the block at a multiple of {@link ROWS_TOGETHER}; the remaining rows start the next one. */
  async #closeEven(): Promise<void> {
    const behind = this.#rows % ROWS_TOGETHER;
    const last = this.#batches.at(-1);
    if (behind === 0 || last === undefined || last.rowCount <= behind) return this.#close();
    const [kept, rest] = cutBatch(last, last.rowCount - behind);
    this.#batches[this.#batches.length - 1] = kept;
    this.#rows -= behind;
    await this.#close();
    this.#add(rest);
  }

  async finish(): Promise<{ rowCount: number; size: number }> {
    await this.#close();
    const end = { number: this.#number, packing: PACKING.end, rows: this.#rowCount, unpackedBytes: 0 };
    const size = await this.#file.publish(() => head(end, new Uint8Array(0)));
    return { rowCount: this.#rowCount, size };
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  /** Whether the columns have the same kinds as those of the pending batches. */
  #goesOn({ columns }: Batch): boolean {
    const [first] = this.#batches;
    return first === undefined || first.columns.every(({ kind }, c) => kind === columns[c]?.kind);
  }

  async #close(): Promise<void> {
    if (this.#rows === 0) return;
    const block = encodeBlock(this.#batches);
    const packed = pack(block, this.#number, this.#rows);
    this.#batches = [];
    this.#rows = 0;
    this.#bytes = 0;
    this.#number += 1;
    await this.#file.add(packed);
  }
}

async function pack(block: Buffer, number: number, rows: number): Promise<Uint8Array> {
  const deflated = await deflateRawAsync(block, { level: 1, chunkSize: deflateChunk(block.length) });
  const worth = deflated.length <= WORTH_PACKING * block.length;
  const packing = worth ? PACKING.deflate : PACKING.none;
  const bytes = worth ? deflated : block;
  return Buffer.concat([head({ number, packing, rows, unpackedBytes: block.length }, bytes), bytes]);
}

function head(
  fields: { number: number; packing: number; rows: number; unpackedBytes: number },
  packed: Uint8Array,
): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes.writeUInt32LE(fields.number, HEAD.number);
  bytes.writeUInt32LE(fields.packing, HEAD.packing);
  bytes.writeDoubleLE(fields.rows, HEAD.rows);
  bytes.writeUInt32LE(fields.unpackedBytes, HEAD.unpackedBytes);
  bytes.writeUInt32LE(packed.length, HEAD.packedBytes);
  bytes.writeUInt32LE(crc32(packed), HEAD.checksum);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD.headChecksum)), HEAD.headChecksum);
  return bytes;
}
