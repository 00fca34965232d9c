import { batchSize, cutBatch, type Batch } from "../../core/blocks/batch.ts";
import { encodeBlock, dataKind } from "../../core/blocks/encode-column.ts";
import { BEGINNING, endOfBlocks, packBlock } from "../../core/blocks/pack-block.ts";
import type { FormEncoder } from "./result-file.ts";

/** A block is closed at this many bytes or rows: a few milliseconds of work at both ends. */
const BLOCK_BYTES = 2 << 20;
const BLOCK_ROWS = 1 << 16;
/** Rows of a block are a multiple of this, unless that makes it several times as large: the client decodes text in such groups. */
const ROWS_TOGETHER = 1 << 12;
const MAX_BLOCK_BYTES = 4 * BLOCK_BYTES;

/** Column blocks, the form for svclib's own clients. */
export class BlocksEncoder implements FormEncoder<Batch> {
  readonly beginning = BEGINNING;
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
    const block = packBlock(encodeBlock(this.#batches), this.#number++, this.#rows);
    this.#batches = [];
    this.#rows = 0;
    this.#bytes = 0;
    yield block;
  }

  end(rowCount: number): Buffer {
    return endOfBlocks(this.#number, rowCount);
  }

  #hold(batch: Batch): void {
    this.#batches.push(batch);
    this.#rows += batch.rowCount;
    this.#bytes += batchSize(batch);
  }

  /** Closes the block at a multiple of {@link ROWS_TOGETHER}; the remaining rows start the next one. */
  *#evenRows(): Generator<Promise<Uint8Array>> {
    const remainder = this.#rows % ROWS_TOGETHER;
    const last = this.#batches.at(-1);
    if (remainder === 0 || last === undefined || last.rowCount <= remainder) {
      yield* this.rest();
      return;
    }
    const [head, rest] = cutBatch(last, last.rowCount - remainder);
    this.#batches[this.#batches.length - 1] = head;
    this.#rows -= remainder;
    yield* this.rest();
    this.#hold(rest);
  }

  /** Whether the columns have the same kinds as those of the pending batches. */
  #goesOn({ columns }: Batch): boolean {
    const [first] = this.#batches;
    return first === undefined || first.columns.every((data, c) => dataKind(data) === dataKind(columns[c]!));
  }
}

/** Splits a batch into parts of at most about `mostBytes`. */
function splitBatch(batch: Batch, mostBytes: number): readonly Batch[] {
  if (batch.rowCount < 2 || batchSize(batch) <= mostBytes) return [batch];
  return cutBatch(batch, batch.rowCount >> 1).flatMap((part) => splitBatch(part, mostBytes));
}
