export interface RetryPolicy {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Cap on the total wait of one operation. */
  readonly maxCumulDelayMs: number;
}

/** Maximum jitter added to a wait requested by the server, so that clients do not all return at once. */
const MAX_ADDED_MS = 1000;

/** The waits of one operation: doubling, each random between half and all of its value, with a capped total. */
export class RetryBudget {
  readonly #policy: RetryPolicy;
  #nextMs: number;
  #attempts = 1;
  spentMs = 0;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
    this.#nextMs = policy.firstDelayMs;
  }

  get leftMs(): number {
    return this.#policy.maxCumulDelayMs - this.spentMs;
  }

  /** The next wait in ms, counted as spent; null if it would exceed the cap. `askedMs` is the wait that the server requested. */
  next(askedMs: number | null): number | null {
    // A server that asks for no wait would be asked without end.
    const leastMs = askedMs === null ? this.#nextMs : Math.max(askedMs, this.#policy.firstDelayMs);
    if (leastMs > this.leftMs) return null;
    const random = Math.random();
    const delayMs =
      askedMs === null
        ? (leastMs * (1 + random)) / 2
        : leastMs + random * Math.min(leastMs / 10, MAX_ADDED_MS);
    const boundedMs = Math.round(Math.min(delayMs, this.leftMs));
    this.spentMs += boundedMs;
    this.#attempts += 1;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#policy.longestDelayMs);
    return boundedMs;
  }

  /** Ends the message of the last error; empty if nothing was retried. */
  get summary(): string {
    if (this.#attempts === 1) return "";
    return `; gave up after ${this.#attempts} attempts and ${(this.spentMs / 1000).toFixed(1)} s of waiting`;
  }
}
