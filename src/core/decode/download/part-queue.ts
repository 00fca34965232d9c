import type { Parting } from "./throughput.ts";
import { NoRangesError, ResultRange, type ResultSource } from "./result-range.ts";

type DownloadingPart = Promise<readonly Uint8Array[]>;

/** Reads parts of a file over several connections and yields them in order. */
export class PartQueue {
  readonly #source: ResultSource;
  readonly #parting: Parting;
  readonly #signal: AbortSignal;
  readonly #count: (bytes: number) => void;
  /** Parts being read or waiting to be delivered, oldest first. */
  readonly #held: DownloadingPart[] = [];
  #next: number;
  #active = 0;
  #ended = false;
  /** Called when the server does not support ranges. */
  onNoRanges: (() => void) | null = null;

  /** @param count - Called with the length of each chunk received, over any connection. */
  constructor(source: ResultSource, parting: Parting, signal: AbortSignal, count: (bytes: number) => void) {
    this.#source = source;
    this.#parting = parting;
    this.#signal = signal;
    this.#count = count;
    this.#next = parting.start;
    this.#open();
  }

  /** @param delivered - Bytes of the file already delivered: the parts must begin there. */
  async *read(delivered: number): AsyncGenerator<Uint8Array> {
    // Without ranges the first connection has read the whole file.
    if (delivered >= this.#parting.end) return;
    for (let part = this.#held.shift(); part !== undefined; part = this.#held.shift()) {
      const pieces = await part;
      this.#open();
      yield* pieces;
    }
  }

  /** Starts reading parts: one per connection; half as many again may wait to be delivered. */
  #open(): void {
    const { end, partBytes, connections } = this.#parting;
    while (
      !this.#ended &&
      this.#next < end &&
      this.#active < connections &&
      this.#held.length < 1.5 * connections
    ) {
      const start = this.#next;
      this.#next = Math.min(start + partBytes, end);
      const part = this.#readPart(start, this.#next);
      // Its failure is thrown when the part is delivered.
      part.catch((error: unknown) => {
        this.#ended = true;
        if (error instanceof NoRangesError) this.onNoRanges?.();
      });
      this.#held.push(part);
    }
  }

  async #readPart(start: number, end: number): DownloadingPart {
    this.#active += 1;
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of new ResultRange(
        this.#source,
        { start, end, part: true },
        this.#signal,
      ).read()) {
        this.#count(piece.length);
        pieces.push(piece);
      }
      return pieces;
    } finally {
      this.#active -= 1;
      this.#open();
    }
  }
}
