const MIB = 2 ** 20;

/** When a download uses several connections, and how. */
export interface PaceLimits {
  /** A connection that brings more bytes per ms is fast: others would not help. */
  readonly slowBytesPerMs: number;
  /** So long a connection must have been waited for before its pace is known. */
  readonly sampleMs: number;
  /** Others are opened when the rest would take longer than this. */
  readonly restMs: number;
  readonly connections: number;
  /** Bytes of a part, at least. */
  readonly partBytes: number;
}

const DEFAULT_LIMITS: PaceLimits = {
  slowBytesPerMs: 30_000,
  sampleMs: 150,
  restMs: 1000,
  connections: 8,
  partBytes: MIB,
};

/** How the rest of a file is cut into parts. */
export interface Parting {
  /** First byte of the first part. */
  readonly start: number;
  readonly end: number;
  readonly partBytes: number;
  readonly connections: number;
}

/** Watches how fast the first connection of a download is: the time that is spent waiting for it, not what is done with the bytes. */
export class LinkPace {
  readonly #now: () => number;
  readonly #limits: PaceLimits;
  #waitedMs = 0;
  #bytes = 0;

  constructor(now: () => number, limits: Partial<PaceLimits> = {}) {
    this.#now = now;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** The same pieces; the wait for the first does not count, as it has the server's work in it. */
  async *watch(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    let first = true;
    try {
      for (;;) {
        const askedMs = this.#now();
        const next = await pieces.next();
        if (next.done) return;
        if (!first) {
          this.#waitedMs += this.#now() - askedMs;
          this.#bytes += next.value.length;
        }
        first = false;
        yield next.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  /** How to go on after so many bytes of a file of `size` over several connections; null: not, or not yet. */
  parted(received: number, size: number | null): Parting | null {
    const { slowBytesPerMs, sampleMs, restMs, connections, partBytes: least } = this.#limits;
    if (size === null || this.#waitedMs < sampleMs) return null;
    const bytesPerMs = this.#bytes / this.#waitedMs;
    const rest = size - received;
    if (bytesPerMs > slowBytesPerMs || rest / bytesPerMs < restMs) return null;
    // Large files in larger parts: fewer requests.
    const partBytes = Math.max(least, Math.min(4 * least, Math.ceil(size / 128)));
    if (rest < 2 * partBytes) return null;
    return { start: received + partBytes, end: size, partBytes, connections };
  }
}
