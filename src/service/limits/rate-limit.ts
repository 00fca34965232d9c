import { tooMany } from "../../engine/errors/fault.ts";

export interface RateLimitOptions {
  readonly burst: number;
  readonly perSecond: number;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Names that are remembered; the one that was silent longest is forgotten first. */
const MAX_NAMES = 10_000;

/** A token bucket per name: each request takes a token; tokens refill over time. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @param cost - Tokens to take; 0 only checks. @throws Fault `too_many` when the bucket is empty. */
  take(name: string, cost = 1): void {
    const { burst, perSecond, clock } = this.#options;
    const nowMs = clock();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    // A clock set back must neither add nor remove tokens.
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
    bucket.atMs = nowMs;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > MAX_NAMES) this.#buckets.delete(this.#buckets.keys().next().value as string);
    if (bucket.tokens < 1)
      throw tooMany(
        Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)),
        "Too many requests; try again later.",
      );
    bucket.tokens -= cost;
  }
}
