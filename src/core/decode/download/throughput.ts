const MIB = 2 ** 20;

/** When a download uses several connections, and how many. */
export interface ThroughputLimits {
  /** At a higher throughput one connection is enough. */
  readonly slowBytesPerMs: number;
  /** Minimum wait before throughput is estimated. */
  readonly sampleMs: number;
  /** More connections are opened when the rest would take longer. */
  readonly restMs: number;
  readonly connections: number;
  readonly partBytes: number;
}

const DEFAULT_LIMITS: ThroughputLimits = {
  slowBytesPerMs: 30_000,
  sampleMs: 150,
  restMs: 1000,
  connections: 8,
  partBytes: MIB,
};

/** How the rest of a file is split into parts. */
export interface Parting {
  /** First byte of the first part. */
  readonly start: number;
  readonly end: number;
  readonly partBytes: number;
  readonly connections: number;
}

/** Measures the throughput of a download's first connection: counts only time spent waiting for bytes, not processing them. */
export class Throughput {
  readonly #now: () => number;
  readonly #limits: ThroughputLimits;
  #waitedMs = 0;
  #bytes = 0;

  constructor(now: () => number, limits: Partial<ThroughputLimits> = {}) {
    this.#now = now;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Passes chunks through. The wait for the first is not counted, as it includes the server's work. */
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

  /** How to split the rest of a file of `size` after `received` bytes; null: stay with one connection. */
  parted(received: number, size: number | null): Parting | null {
    const { slowBytesPerMs, sampleMs, restMs, connections, partBytes: least } = this.#limits;
    if (size === null || this.#waitedMs < sampleMs) return null;
    const bytesPerMs = this.#bytes / this.#waitedMs;
    const rest = size - received;
    if (bytesPerMs > slowBytesPerMs || rest / bytesPerMs < restMs) return null;
    // Larger parts for large files, for fewer requests.
    const partBytes = Math.max(least, Math.min(4 * least, Math.ceil(size / 128)));
    if (rest < 2 * partBytes) return null;
    return { start: received + partBytes, end: size, partBytes, connections };
  }
}
