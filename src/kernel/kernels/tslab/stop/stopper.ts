import { Worker } from "node:worker_threads";
import { withOwnGlobals } from "../own-globals.ts";
import { HOLDER, STATE } from "./stop-state.ts";

const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(STATE).length));
// A cell may replace what it finds on the global object.
const { add, compareExchange, load, notify, store, wait } = Atomics;
/** Longer than the other thread takes to look again. */
const GAP_MS = 100;
let isHeld = false;
let worker: Worker | undefined;

/** Starts the thread that terminates cells which block this one. */
export function startStopper(): void {
  if (worker) return;
  worker = new Worker(new URL("./stop-worker.js", import.meta.url), { workerData: state, execArgv: [] });
  // Without it Stop waits until the cell pauses; the proxy restarts the process when it never does.
  worker.on("error", (error) =>
    process.stderr.write(`svclib: cells that never pause can't be stopped: ${error.message}\n`),
  );
  worker.unref();
}

/** Called when this thread has learnt of a Stop. */
export function noticeStop(): void {
  add(state, STATE.noticed, 1);
}

/** Runs what must not be cut off in the middle, and with the global functions as they were before the first cell. */
export function uncut<T>(act: () => T): T {
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
