import { setTimeout as sleep } from "node:timers/promises";

/** Waits; rejects with the signal's reason as soon as it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Node.js takes a longer time for 1 ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const abortableSleep: Sleep = (ms, signal) =>
  sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal }).catch(() => {
    throw signal?.reason;
  });
