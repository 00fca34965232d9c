import { open, type FileHandle } from "node:fs/promises";
import { removeFile, renameFile } from "../../system/system.ts";

/** A block in one piece or several. */
type BlockBytes = Uint8Array | readonly Uint8Array[];

/** Encodes rows in one form of a result, as blocks that are compressed on the thread pool. */
export interface FormEncoder<B> {
  /** The first bytes of the file. */
  readonly beginning: Uint8Array;
  /** Adds rows. @returns the blocks that they complete; more rows come once all of them were taken */
  add(batch: B): Iterable<Promise<BlockBytes>>;
  /** The block that is left at the end, if any. */
  rest(): Iterable<Promise<BlockBytes>>;
  /** The last bytes of the file. */
  end(rowCount: number): Uint8Array;
}

/** Suffix of a file until it is complete. */
export const UNFINISHED = ".tmp";

/** Called when so many bytes of a file are written, whole blocks; the last time with all. */
export type OnWritten = (size: number, isWhole: boolean) => void;

/** Blocks compressed concurrently; beyond that the engine waits. */
const BLOCKS_IN_FLIGHT = 3;

/** A result file being written: blocks are compressed in parallel and written in order, each while the next one is made. */
export class ResultFile<B extends { readonly rowCount: number }> {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #encoder: FormEncoder<B>;
  readonly #onWritten: OnWritten;
  readonly #inFlight: Promise<BlockBytes>[] = [];
  #writing: Promise<void> = Promise.resolve();
  #rowCount = 0;
  #size = 0;

  private constructor(path: string, file: FileHandle, encoder: FormEncoder<B>, onWritten: OnWritten) {
    this.#path = path;
    this.#file = file;
    this.#encoder = encoder;
    this.#onWritten = onWritten;
  }

  static async open<B extends { readonly rowCount: number }>(
    path: string,
    encoder: FormEncoder<B>,
    onWritten: OnWritten = () => undefined,
  ): Promise<ResultFile<B>> {
    const file = new ResultFile(path, await open(`${path}${UNFINISHED}`, "w", 0o600), encoder, onWritten);
    try {
      await file.#append(encoder.beginning);
      return file;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async write(batch: B): Promise<void> {
    this.#rowCount += batch.rowCount;
    await this.#addAll(this.#encoder.add(batch));
  }

  /** Publishes the file atomically. @returns its rows and bytes */
  async finish(): Promise<{ rowCount: number; size: number }> {
    await this.#addAll(this.#encoder.rest());
    while (this.#inFlight.length > 0) await this.#writeOldest();
    await this.#append(this.#encoder.end(this.#rowCount));
    await this.#writing;
    this.#onWritten(this.#size, true);
    await this.#file.sync();
    await this.#file.close();
    await renameFile(`${this.#path}${UNFINISHED}`, this.#path);
    return { rowCount: this.#rowCount, size: this.#size };
  }

  async discard(): Promise<void> {
    await Promise.allSettled([...this.#inFlight, this.#writing]);
    try {
      // Closing may fail on a full disk, but closes the file even so.
      await this.#file.close();
    } finally {
      await removeFile(`${this.#path}${UNFINISHED}`);
    }
  }

  async #addAll(blocks: Iterable<Promise<BlockBytes>>): Promise<void> {
    for (const block of blocks) {
      // A rejection is handled when the block is written; until then it must not count as unhandled.
      block.catch(() => undefined);
      this.#inFlight.push(block);
      if (this.#inFlight.length >= BLOCKS_IN_FLIGHT) await this.#writeOldest();
    }
  }

  async #writeOldest(): Promise<void> {
    const block = await (this.#inFlight.shift() as Promise<BlockBytes>);
    await this.#append(block, () => this.#onWritten(this.#size, false));
  }

  /** Begins to write bytes once those before are written. */
  async #append(bytes: BlockBytes, report = (): void => undefined): Promise<void> {
    await this.#writing;
    this.#writing = this.#write(bytes instanceof Uint8Array ? [bytes] : bytes).then(report);
    // Thrown when the next bytes come, or the end.
    this.#writing.catch(() => undefined);
  }

  async #write(pieces: readonly Uint8Array[]): Promise<void> {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size === 0) return;
    const { bytesWritten } = await this.#file.writev(pieces);
    // A disk that is almost full takes a part, and refuses the rest.
    if (bytesWritten < size) await this.#file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
    this.#size += size;
  }
}
