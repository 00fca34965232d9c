/** How long to go on trying. */
export interface RetryPolicy {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Cap of all waits of one operation together. */
  readonly maxCumulDelayMs: number;
}

/** The waits of one operation: they double, and their sum never passes the cap. */
export class RetryBudget {
  readonly #policy: RetryPolicy;
  #nextMs: number;
  #spentMs = 0;
  #attempts = 1;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
    this.#nextMs = policy.firstDelayMs;
  }

  /** The next wait in ms, counted as spent; null when it would pass the cap. `askedMs` is what the server asked for. */
  next(askedMs: number | null): number | null {
    const delayMs = askedMs ?? this.#nextMs;
    if (this.#spentMs + delayMs > this.#policy.maxCumulDelayMs) return null;
    this.#spentMs += delayMs;
    this.#attempts += 1;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#policy.longestDelayMs);
    return delayMs;
  }

  /** For the message of the last error: empty when nothing was retried. */
  get summary(): string {
    if (this.#attempts === 1) return "";
    return `; gave up after ${this.#attempts} attempts and ${(this.#spentMs / 1000).toFixed(1)} s of waiting`;
  }
}
