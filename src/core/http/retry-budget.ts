/** How long to go on trying. */
export interface RetryPolicy {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Cap of all waits of one operation together. */
  readonly maxCumulDelayMs: number;
}

/** Of a wait that the server asked for, at most so much is added, so that those it sent away do not come back all at once. */
const MOST_ADDED_MS = 1000;

/** The waits of one operation: they double, each is random between its half and its whole, and their sum never passes the cap. */
export class RetryBudget {
  readonly #policy: RetryPolicy;
  #nextMs: number;
  #attempts = 1;
  spentMs = 0;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
    this.#nextMs = policy.firstDelayMs;
  }

  /** What may still be waited. */
  get leftMs(): number {
    return this.#policy.maxCumulDelayMs - this.spentMs;
  }

  /** The next wait in ms, counted as spent; null when it would pass the cap. `askedMs` is what the server asked for. */
  next(askedMs: number | null): number | null {
    if ((askedMs ?? this.#nextMs) > this.leftMs) return null;
    const random = Math.random();
    const delayMs =
      askedMs === null
        ? (this.#nextMs * (1 + random)) / 2
        : askedMs + random * Math.min(askedMs / 10, MOST_ADDED_MS);
    const boundedMs = Math.round(Math.min(delayMs, this.leftMs));
    this.spentMs += boundedMs;
    this.#attempts += 1;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#policy.longestDelayMs);
    return boundedMs;
  }

  /** For the message of the last error: empty when nothing was retried. */
  get summary(): string {
    if (this.#attempts === 1) return "";
    return `; gave up after ${this.#attempts} attempts and ${(this.spentMs / 1000).toFixed(1)} s of waiting`;
  }
}
