import { setTimeout as sleep } from "node:timers/promises";

/** Waits; rejects with the signal's reason as soon as it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const abortableSleep: Sleep = (ms, signal) =>
  sleep(ms, undefined, { signal }).catch(() => {
    throw signal?.reason;
  });
