// This folder: a result's download: over one connection or several, resumed, verified.

import type { ResultFormat } from "../../endpoints/jobs.ts";
import type { Transport } from "../../http/transport.ts";
import { Throughput, type ThroughputLimits, type Parting } from "./throughput.ts";
import { NoRangesError, ResultRange, type ResultDownload } from "./result-range.ts";

export interface DownloadOptions {
  /** @default "msgpack.gz" */
  readonly format?: ResultFormat;
  /** Size in bytes that the job announced; null when unknown. */
  readonly size: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
  /** Thresholds for several connections; for tests. */
  readonly limits?: Partial<ThroughputLimits>;
  /** Called at the end with the bytes received; `framed`: truncation would have been detected. */
  readonly onEnd?: (bytes: number, framed: boolean) => void;
}

/**
 * The bytes of a job's result file, in order, as they arrive. A transfer that breaks off is resumed. Over a link that is slow per
 * connection the rest is fetched in parts over several; at most a dozen parts are buffered.
 *
 * The replies define the file's length; the announced size only decides whether to ask for more.
 *
 * @throws DecodeError when the file changed between two requests.
 * @throws ResultMovedError when blocks are requested and the result is not stored in blocks.
 */
export async function* downloadResult(
  transport: Transport,
  jobId: string,
  { format = "msgpack.gz", size: announced, signal, onBytes, limits, onEnd }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const replies = { size: null, etag: null, coded: false, framed: false };
  const source: ResultDownload = { transport, jobId, format, announced, ...replies };
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const throughput = new Throughput(transport.options.now, limits);
  let received = 0;
  const count = (bytes: number): void => {
    received += bytes;
    onBytes?.(received);
  };
  const head = new ResultRange(source, { start: 0, end: null, part: false }, both);
  let delivered = 0;
  let parts: PartQueue | null = null;
  try {
    for await (const piece of throughput.watch(head.read())) {
      delivered += piece.length;
      count(piece.length);
      const parted: Parting | null =
        parts === null && !source.coded ? throughput.parted(delivered, source.size) : null;
      if (parted !== null) {
        head.end = parted.start;
        parts = new PartQueue(source, parted, both, count);
        // The first connection is receiving the whole file anyway.
        parts.onNoRanges = () => (head.end = null);
      }
      yield piece;
    }
    if (parts !== null) {
      parts.onNoRanges = null;
      for await (const piece of parts.read(delivered)) {
        delivered += piece.length;
        yield piece;
      }
    }
  } catch (error) {
    if (!(error instanceof NoRangesError)) throw error;
    const rest = new ResultRange(source, { start: delivered, end: null, part: false }, signal);
    for await (const piece of rest.read()) {
      delivered += piece.length;
      yield piece;
    }
  } finally {
    stop.abort();
  }
  onEnd?.(delivered, source.framed);
}

type DownloadingPart = Promise<readonly Uint8Array[]>;

/** Reads parts of a file over several connections and yields them in order. */
class PartQueue {
  readonly #source: ResultDownload;
  readonly #parting: Parting;
  readonly #signal: AbortSignal;
  readonly #count: (bytes: number) => void;
  /** Parts being read or waiting to be delivered, oldest first. */
  readonly #held: DownloadingPart[] = [];
  #next: number;
  #active = 0;
  #isOver = false;
  /** Called when the server does not support ranges. */
  onNoRanges: (() => void) | null = null;

  /** @param count - Called with the length of each chunk received, over any connection. */
  constructor(source: ResultDownload, parting: Parting, signal: AbortSignal, count: (bytes: number) => void) {
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
      !this.#isOver &&
      this.#next < end &&
      this.#active < connections &&
      this.#held.length < 1.5 * connections
    ) {
      const start = this.#next;
      this.#next = Math.min(start + partBytes, end);
      const part = this.#readPart(start, this.#next);
      // Its failure is thrown when the part is delivered.
      part.catch((error: unknown) => {
        this.#isOver = true;
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
