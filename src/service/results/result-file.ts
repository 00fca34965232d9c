import { open, type FileHandle } from "node:fs/promises";
import { removeFile, renameFile } from "../../system/system.ts";
import type { Batch } from "../engine/engine.ts";

/** Writes a job's rows to a result file. */
export interface RowsWriter {
  write(batch: Batch): Promise<void>;
  /** Publishes the file atomically. */
  finish(): Promise<{ rowCount: number; size: number }>;
  /** Deletes the unfinished file. */
  discard(): Promise<void>;
}

/** Suffix of a file until it is complete. */
export const UNFINISHED = ".tmp";

/** Blocks compressed concurrently; beyond that the engine waits. */
const BLOCKS_IN_FLIGHT = 3;

/** A result file being written: blocks are compressed in parallel and written in order. */
export class ResultFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #inFlight: Promise<Uint8Array>[] = [];
  #size = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string, beginning: Uint8Array): Promise<ResultFile> {
    const file = new ResultFile(path, await open(`${path}${UNFINISHED}`, "w", 0o600));
    try {
      await file.#append(beginning);
      return file;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  /** Adds the next block; waits while too many are being compressed. */
  async add(packed: Promise<Uint8Array>): Promise<void> {
    // A rejection is handled when the block is written; until then it must not count as unhandled.
    packed.catch(() => undefined);
    this.#inFlight.push(packed);
    if (this.#inFlight.length >= BLOCKS_IN_FLIGHT) await this.#writeOldest();
  }

  /** @returns the file's size in bytes. */
  async publish(end: () => Uint8Array): Promise<number> {
    while (this.#inFlight.length > 0) await this.#writeOldest();
    await this.#append(end());
    await this.#file.sync();
    await this.#file.close();
    await renameFile(`${this.#path}${UNFINISHED}`, this.#path);
    return this.#size;
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    try {
      // Closing may fail on a full disk, but closes the file even so.
      await this.#file.close();
    } finally {
      await removeFile(`${this.#path}${UNFINISHED}`);
    }
  }

  async #writeOldest(): Promise<void> {
    await this.#append(await (this.#inFlight.shift() as Promise<Uint8Array>));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#size += bytes.length;
  }
}
