import { open, rename, rm, type FileHandle } from "node:fs/promises";
import type { Batch } from "../engine.ts";
import { encodeRows } from "./encode-rows.ts";
import { GZIP_HEADER, GzipBlocks } from "./gzip-blocks.ts";
import { MsgpackBuffer } from "../msgpack/msgpack-buffer.ts";

/** Unpacked bytes that are packed at once. */
const BLOCK_BYTES = 1 << 20;
/** Blocks that may be in the making at once; the engine waits beyond that. */
const BLOCKS_IN_FLIGHT = 3;

/** Writes the rows of one job to its result file, gzip over MessagePack arrays. */
export class ResultWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #buffer = new MsgpackBuffer(BLOCK_BYTES + (BLOCK_BYTES >> 2));
  readonly #inFlight: Promise<Buffer>[] = [];
  readonly #blocks = new GzipBlocks();
  #size = 0;
  #rowCount = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<ResultWriter> {
    const writer = new ResultWriter(path, await open(`${path}.tmp`, "w", 0o600));
    await writer.#append(GZIP_HEADER);
    return writer;
  }

  async write(batch: Batch): Promise<void> {
    encodeRows(batch, this.#buffer);
    this.#rowCount += batch.rowCount;
    if (this.#buffer.length >= BLOCK_BYTES) await this.#pack();
  }

  /** Publishes the file: nobody sees it before, nobody sees a part of it. */
  async finish(): Promise<{ rowCount: number; size: number }> {
    if (this.#buffer.length > 0) await this.#pack();
    while (this.#inFlight.length > 0) await this.#writeOldest();
    await this.#append(this.#blocks.end());
    await this.#file.sync();
    await this.#file.close();
    await rename(`${this.#path}.tmp`, this.#path);
    return { rowCount: this.#rowCount, size: this.#size };
  }

  /** Drops what was written. */
  async discard(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await this.#file.close();
    await rm(`${this.#path}.tmp`, { force: true });
  }

  async #pack(): Promise<void> {
    const packed = this.#blocks.pack(this.#buffer.take());
    // Its failure is met when it is written; until then nobody listens.
    packed.catch(() => undefined);
    this.#inFlight.push(packed);
    if (this.#inFlight.length >= BLOCKS_IN_FLIGHT) await this.#writeOldest();
  }

  async #writeOldest(): Promise<void> {
    await this.#append(await (this.#inFlight.shift() as Promise<Buffer>));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#size += bytes.length;
  }
}
