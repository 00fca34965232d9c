import { setTimeout as sleep } from "node:timers/promises";

/** Waits; rejects with the signal's reason as soon as it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The {@link Sleep} with a real timer. */
export const abortableSleep: Sleep = (ms, signal) =>
  sleep(ms, undefined, { signal }).catch(() => {
    throw signal?.reason;
  });
