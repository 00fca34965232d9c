import { crc32 } from "node:zlib";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "../../../core/wire/result-blocks.ts";
import type { Batch, ColumnData } from "../../engine/engine.ts";
import { batchSize } from "../values/batch-size.ts";
import { deflateBlock } from "../deflate-block.ts";
import type { FormEncoder } from "../result-file.ts";
import { encodeBlock } from "./encode-block.ts";

/** A block is closed at this many bytes or rows: a few milliseconds of work at both ends. */
const BLOCK_BYTES = 2 << 20;
const BLOCK_ROWS = 1 << 16;
/** Rows of a block are a multiple of this, unless that makes it several times as large: the client decodes text in such groups. */
const ROWS_TOGETHER = 1 << 12;
const MAX_BLOCK_BYTES = 4 * BLOCK_BYTES;

/** Blocks that compress to more than this share are stored uncompressed. */
const WORTH_PACKING = 0.9;

/** Column blocks, the form for svclib's own clients. */
export class BlocksEncoder implements FormEncoder<Batch> {
  readonly beginning = Buffer.from(MAGIC, "latin1");
  #batches: Batch[] = [];
  #rows = 0;
  #bytes = 0;
  #number = 0;

  *add(batch: Batch): Generator<Promise<Uint8Array>> {
    for (const part of splitBatch(batch, BLOCK_BYTES)) {
      if (!this.#goesOn(part)) yield* this.rest();
      this.#hold(part);
      const isFull = this.#rows >= BLOCK_ROWS || this.#bytes >= BLOCK_BYTES;
      if (this.#bytes >= MAX_BLOCK_BYTES) yield* this.rest();
      else if (isFull && this.#rows >= ROWS_TOGETHER) yield* this.#evenRows();
    }
  }

  *rest(): Generator<Promise<Uint8Array>> {
    if (this.#rows === 0) return;
    const block = pack(encodeBlock(this.#batches), this.#number++, this.#rows);
    this.#batches = [];
    this.#rows = 0;
    this.#bytes = 0;
    yield block;
  }

  end(rowCount: number): Buffer {
    const end = { number: this.#number, packing: PACKING.end, rows: rowCount, unpackedBytes: 0 };
    return head(end, new Uint8Array(0));
  }

  #hold(batch: Batch): void {
    this.#batches.push(batch);
    this.#rows += batch.rowCount;
    this.#bytes += batchSize(batch);
  }

  /** Closes the block at a multiple of {@link ROWS_TOGETHER}; the remaining rows start the next one. */
  *#evenRows(): Generator<Promise<Uint8Array>> {
    const behind = this.#rows % ROWS_TOGETHER;
    const last = this.#batches.at(-1);
    if (behind === 0 || last === undefined || last.rowCount <= behind) {
      yield* this.rest();
      return;
    }
    const [kept, rest] = cutBatch(last, last.rowCount - behind);
    this.#batches[this.#batches.length - 1] = kept;
    this.#rows -= behind;
    yield* this.rest();
    this.#hold(rest);
  }

  /** Whether the columns have the same kinds as those of the pending batches. */
  #goesOn({ columns }: Batch): boolean {
    const [first] = this.#batches;
    return first === undefined || first.columns.every(({ kind }, c) => kind === columns[c]?.kind);
  }
}

async function pack(block: Buffer, number: number, rows: number): Promise<Uint8Array> {
  const deflated = await deflateBlock(block);
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

/** Splits a batch into parts of at most about `mostBytes`. */
function splitBatch(batch: Batch, mostBytes: number): readonly Batch[] {
  if (batch.rowCount < 2 || batchSize(batch) <= mostBytes) return [batch];
  return cutBatch(batch, batch.rowCount >> 1).flatMap((part) => splitBatch(part, mostBytes));
}

function cutBatch({ rowCount, columns }: Batch, row: number): readonly [Batch, Batch] {
  return [
    { rowCount: row, columns: columns.map((column) => cut(column, 0, row)) },
    { rowCount: rowCount - row, columns: columns.map((column) => cut(column, row, rowCount)) },
  ];
}

function cut(column: ColumnData, from: number, to: number): ColumnData {
  switch (column.kind) {
    case "text":
    case "other":
      return { ...column, values: column.values.slice(from, to) } as ColumnData;
    case "utf8": {
      const start = from === 0 ? 0 : (column.ends[from - 1] as number);
      return {
        kind: "utf8",
        bytes: column.bytes.subarray(start, column.ends[to - 1]),
        ends: column.ends.slice(from, to).map((end) => end - start),
        valid: column.valid?.subarray(from, to) ?? null,
      };
    }
    default:
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: column.valid?.subarray(from, to) ?? null,
      } as ColumnData;
  }
}
