// A thread of the tslab child: receives Stop even while a cell blocks the main thread, and terminates the cell.
import { Session } from "node:inspector";
import { Socket } from "node:net";
import { workerData } from "node:worker_threads";
import { STOP_FD } from "../pipe/pipe-channel.ts";
import { HOLDER, STATE } from "./stop-state.ts";

/** A responsive main thread notices a Stop within this time. */
const PATIENCE_MS = 250;
/** How long the lock is kept for a termination, which takes some microseconds. */
const CUT_MS = 30;
const LOCK_WAIT_MS = 10;
/** Longer than the main thread needs to stop its jobs. */
const ALONE_MS = 3_000;

const state = workerData as Int32Array;
let requests = 0;

/** Each byte is a Stop. */
const socket = new Socket({ fd: STOP_FD, readable: true, writable: false });
socket.on("data", (bytes: Buffer) => {
  requests += bytes.length;
  setTimeout(insist, PATIENCE_MS, requests);
});
// The proxy is gone: the main thread exits by itself unless a cell blocks it.
socket.on("error", () => undefined);
socket.on("close", () => setTimeout(() => process.kill(process.pid, "SIGKILL"), ALONE_MS));

function insist(stop: number): void {
  if (Atomics.load(state, STATE.noticed) >= stop) return want(0);
  if (Atomics.compareExchange(state, STATE.lock, HOLDER.nobody, HOLDER.stopper) !== HOLDER.nobody) {
    want(1);
    setTimeout(insist, LOCK_WAIT_MS, stop);
    return;
  }
  // Disconnected soon, because Node waits at exit for connected sessions.
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.terminateExecution");
  setTimeout(() => {
    session.disconnect();
    Atomics.store(state, STATE.lock, HOLDER.nobody);
    Atomics.notify(state, STATE.lock);
    want(0);
    setTimeout(insist, PATIENCE_MS, stop);
  }, CUT_MS);
}

function want(value: 0 | 1): void {
  Atomics.store(state, STATE.wanted, value);
  Atomics.notify(state, STATE.wanted);
}
