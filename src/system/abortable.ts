import { setTimeout as sleep } from "node:timers/promises";

/** Settles like the promise, or rejects with the signal's reason on abort; the work itself is not stopped. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Waits for the promise, at most `ms`. @throws what it rejects with before then */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Node.js takes a longer time for 1 ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const abortableSleep: Sleep = (ms, signal) =>
  sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal }).catch(() => {
    throw signal?.reason;
  });

/** A signal that aborts so many milliseconds after another, until it is disposed of. */
export function abortedLater(signal: AbortSignal, ms: number): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => controller.abort(signal.reason);
  const wait = (): void => void (timer = setTimeout(stop, ms));
  if (signal.aborted) stop();
  else signal.addEventListener("abort", wait, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wait);
    },
  };
}
