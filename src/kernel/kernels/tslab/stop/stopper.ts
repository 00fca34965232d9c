// This folder: Stop in tslab: a thread that ends a loop, and promises that are no longer awaited.

import { Worker } from "node:worker_threads";
import { withOwnGlobals } from "../../own-globals.ts";
import { HOLDER, STATE } from "./stop-state.ts";

const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(STATE).length));
// Captured early, because cells may replace globals.
const { add, compareExchange, load, notify, store, wait } = Atomics;
/** Longer than the stopper's polling interval. */
const GAP_MS = 100;
let isHeld = false;
let worker: Worker | undefined;

/** Starts the thread that terminates cells which block this one. */
export function startStopper(): void {
  if (worker) return;
  worker = new Worker(new URL("./stop-worker.js", import.meta.url), { workerData: state, execArgv: [] });
  // Without the thread, Stop waits until the cell yields; if it never does, the proxy restarts the process.
  worker.on("error", (error) =>
    process.stderr.write(`svclib: cells that never pause can't be stopped: ${error.message}\n`),
  );
  worker.unref();
}

/** To be called when this thread has received a Stop. */
export function acknowledgeStop(): void {
  add(state, STATE.noticed, 1);
}

/** Runs a function with the original globals and without being terminated midway. */
export function uninterrupted<T>(act: () => T): T {
  if (isHeld) return act();
  if (load(state, STATE.wanted) === 1) wait(state, STATE.wanted, 1, GAP_MS);
  while (compareExchange(state, STATE.lock, HOLDER.nobody, HOLDER.main) !== HOLDER.nobody)
    wait(state, STATE.lock, HOLDER.stopper);
  isHeld = true;
  try {
    return withOwnGlobals(act);
  } finally {
    isHeld = false;
    store(state, STATE.lock, HOLDER.nobody);
    notify(state, STATE.lock);
  }
}
