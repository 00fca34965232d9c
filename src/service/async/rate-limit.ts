import { tooMany } from "../errors/fault.ts";

export interface RateLimitOptions {
  readonly burst: number;
  readonly perSecond: number;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** A token bucket per name, of which there are few: each request takes a token; tokens refill over time. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @throws Fault `too_many` when the bucket is empty. */
  take(name: string): void {
    const { burst, perSecond, clock } = this.#options;
    const nowMs = clock();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    // A clock set back must neither add nor remove tokens.
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
    bucket.atMs = nowMs;
    this.#buckets.set(name, bucket);
    if (bucket.tokens < 1)
      throw tooMany(
        Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)),
        "Too many requests; try again later.",
      );
    bucket.tokens -= 1;
  }
}
