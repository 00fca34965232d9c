import { open, type FileHandle } from "node:fs/promises";
import { UNFINISHED } from "../../engine/results/result-file.ts";
import { PIECE_BYTES } from "../http/file-body.ts";

/** A result file that is read while the engine writes it, by any number of readers, each from its first byte and at its own pace. */
export class GrowingFile {
  readonly #path: string;
  #size = 0;
  #isWhole = false;
  #failure: { readonly error: unknown } | null = null;
  readonly #waiting: (() => void)[] = [];

  /** @param path - Of the whole file. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Called when so many bytes of it are written. */
  grow(size: number, isWhole: boolean): void {
    this.#size = size;
    this.#isWhole ||= isWhole;
    this.#wakeReaders();
  }

  /** Called when it can't be written. Readers who have not read all of it fail. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wakeReaders();
  }

  /** Whether readers may have bytes of a file that is not whole. */
  get isPartial(): boolean {
    return this.#size > 0 && !this.#isWhole;
  }

  /** Resolves when its first bytes are written. */
  async waitForBytes(): Promise<void> {
    while (this.#size === 0) await this.#change();
  }

  /** See {@link ReadPieces}. */
  async *pieces(memory: Uint8Array | null = null): AsyncGenerator<Uint8Array> {
    const file = await this.#open();
    try {
      for (let at = 0; ;) {
        const rest = this.#size - at;
        if (this.#isWhole && rest === 0) return;
        const piece =
          rest > 0
            ? await readAt(file, at, memory ?? new Uint8Array(Math.min(rest, PIECE_BYTES)), rest)
            : null;
        if (piece !== null) {
          at += piece.length;
          yield piece;
        } else if (this.#isWhole)
          throw new Error(`${this.#path} ends after ${at} of its ${this.#size} bytes.`);
        else if (this.#failure !== null) throw this.#failure.error;
        // A new process of the engine begins the same file again.
        else await this.#change();
      }
    } finally {
      await file.close();
    }
  }

  /** Under its first name, or its last. */
  async #open(): Promise<FileHandle> {
    try {
      return await open(`${this.#path}${UNFINISHED}`, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return open(this.#path, "r");
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wakeReaders(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Null: there is nothing (any more). @param rest - Bytes of the file after `at`. */
async function readAt(
  file: FileHandle,
  at: number,
  memory: Uint8Array,
  rest: number,
): Promise<Uint8Array | null> {
  const { bytesRead, buffer } = await file.read(memory, 0, Math.min(rest, memory.length), at);
  return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
}
