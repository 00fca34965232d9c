import { open, type FileHandle } from "node:fs/promises";
import { removeFile, renameFile } from "../../system/system.ts";
import type { Batch } from "../engine/engine.ts";

/** Takes the rows of one job. */
export interface RowsWriter {
  write(batch: Batch): Promise<void>;
  /** Publishes the file: nobody sees it before, nobody sees a part of it. */
  finish(): Promise<{ rowCount: number; size: number }>;
  /** Drops what was written. */
  discard(): Promise<void>;
}

/** What a file's name ends with until it is whole. */
export const UNFINISHED = ".tmp";

/** Blocks that may be in the making at once; the engine waits beyond that. */
const BLOCKS_IN_FLIGHT = 3;

/** A result file in the making: blocks that are packed beside each other and written in their order. */
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

  /** Takes the next block; waits while many are being packed. */
  async add(packed: Promise<Uint8Array>): Promise<void> {
    // Its failure is met when it is written; until then nobody listens.
    packed.catch(() => undefined);
    this.#inFlight.push(packed);
    if (this.#inFlight.length >= BLOCKS_IN_FLIGHT) await this.#writeOldest();
  }

  /** @returns the file's size. */
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
      // Closing may write what the disk has no room for; the file is closed then, too.
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
