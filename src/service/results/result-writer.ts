import type { Batch } from "../engine/engine.ts";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import { encodeRows, type PackedBatch } from "./encode-rows.ts";
import { GZIP_HEADER, GzipBlocks } from "./gzip-blocks.ts";
import { ResultFile, type RowsWriter } from "./result-file.ts";

/** Uncompressed bytes per block. */
const BLOCK_BYTES = 1 << 20;

/** Writes a job's rows in the public form, gzip over MessagePack arrays. */
export class ResultWriter implements RowsWriter {
  readonly #file: ResultFile;
  readonly #buffer = new MsgpackWriter(BLOCK_BYTES + (BLOCK_BYTES >> 2));
  readonly #blocks = new GzipBlocks();
  #rowCount = 0;

  private constructor(file: ResultFile) {
    this.#file = file;
  }

  static async open(path: string): Promise<ResultWriter> {
    return new ResultWriter(await ResultFile.open(path, GZIP_HEADER));
  }

  async write(batch: Batch | PackedBatch): Promise<void> {
    encodeRows(batch, this.#buffer);
    this.#rowCount += batch.rowCount;
    if (this.#buffer.pos >= BLOCK_BYTES) await this.#pack();
  }

  async finish(): Promise<{ rowCount: number; size: number }> {
    if (this.#buffer.pos > 0) await this.#pack();
    const size = await this.#file.publish(() => this.#blocks.end());
    return { rowCount: this.#rowCount, size };
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  #pack(): Promise<void> {
    return this.#file.add(this.#blocks.pack(this.#buffer.take()));
  }
}
