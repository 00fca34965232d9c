import { Fault } from "../errors/fault.ts";

export interface RateLimitOptions {
  /** Requests that may come at once. */
  readonly burst: number;
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Names kept in mind; the oldest go first. */
const MOST_NAMES = 10_000;

/** A token bucket per name: each request takes one, and they grow again with time. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @throws Fault `too_many` when the name has used up its requests. */
  take(name: string): void {
    const { burst, perSecond, clock } = this.#options;
    const nowMs = clock();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    // A clock that is set back must neither give nor take.
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
    bucket.atMs = nowMs;
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > MOST_NAMES) this.#buckets.delete(this.#buckets.keys().next().value as string);
    if (bucket.tokens < 1) throw new TooManyFault(Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)));
    bucket.tokens -= 1;
  }
}

/** Answered with 429 and the seconds after which there is room again. */
export class TooManyFault extends Fault {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = "Too many requests; try again later.") {
    super("too_many", message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
