/** What a second attempt at a request would do: read the same, change nothing more, or change something twice. */
export type Effect = "read" | "repeatable" | "once";

/** How an attempt failed. */
export type AttemptFault =
  /** It was not processed: the other side was not reached, or says so. */
  | "refused"
  /** No reply, or one that does not say whether it was processed. */
  | "lost"
  /** The reply can't be read. */
  | "damaged"
  /** The reply is older than what is asked for: a record, a list or a job is not up to date yet. */
  | "early"
  /** It was done or rejected for good. */
  | "definite";

/** The table of decisions: how many times a request is sent again, within the time that its waits may take. */
const AGAIN: Readonly<Record<AttemptFault, Readonly<Record<Effect, number>>>> = {
  refused: { read: Infinity, repeatable: Infinity, once: Infinity },
  lost: { read: Infinity, repeatable: Infinity, once: 0 },
  damaged: { read: 2, repeatable: 0, once: 0 },
  early: { read: Infinity, repeatable: 0, once: 0 },
  definite: { read: 0, repeatable: 0, once: 0 },
};

/** Whether a request may be sent again at all. */
export const mayRepeat = (fault: AttemptFault, effect: Effect): boolean => AGAIN[fault][effect] > 0;

export interface WaitPolicy {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Cap on the total wait of one operation. */
  readonly maxCumulDelayMs: number;
}

/** Maximum jitter added to a wait that the server names, so that clients do not all return at once. */
const MAX_ADDED_MS = 1000;

/**
 * The attempts at one request: decides by the table whether there is another one, and how long to wait for it. Waits double, each is random
 * between half and all of its value, and their total has a cap.
 */
export class Attempts {
  readonly #effect: Effect;
  readonly #policy: WaitPolicy;
  readonly #faults = new Map<AttemptFault, number>();
  #nextMs: number;
  count = 1;
  spentMs = 0;

  constructor(effect: Effect, policy: WaitPolicy) {
    this.#effect = effect;
    this.#policy = policy;
    this.#nextMs = policy.firstDelayMs;
  }

  get leftMs(): number {
    return this.#policy.maxCumulDelayMs - this.spentMs;
  }

  /** The wait before the next attempt in ms, counted as spent; null: there is none. @param namedMs - The wait that the server names. */
  next(fault: AttemptFault, namedMs: number | null = null): number | null {
    const earlier = this.#faults.get(fault) ?? 0;
    if (earlier >= AGAIN[fault][this.#effect]) return null;
    // A server that names no wait would be asked without end.
    const leastMs = namedMs === null ? this.#nextMs : Math.max(namedMs, this.#policy.firstDelayMs);
    if (leastMs > this.leftMs) return null;
    const random = Math.random();
    const delayMs =
      namedMs === null
        ? (leastMs * (1 + random)) / 2
        : leastMs + random * Math.min(leastMs / 10, MAX_ADDED_MS);
    const boundedMs = Math.round(Math.min(delayMs, this.leftMs));
    this.#faults.set(fault, earlier + 1);
    this.spentMs += boundedMs;
    this.count += 1;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#policy.longestDelayMs);
    return boundedMs;
  }

  /** Ends the message of the last error; empty if there was one attempt. */
  get summary(): string {
    if (this.count === 1) return "";
    return `; gave up after ${this.count} attempts and ${(this.spentMs / 1000).toFixed(1)} s of waiting`;
  }
}
