import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { isFull } from "../../system/system.ts";

/** What the thread is started with. */
export interface HeartbeatData {
  /** The end of the pipe that this process writes to. */
  readonly pipe: number;
  /** The first number is 1 while calls run. */
  readonly busy: Int32Array;
}

const BUSY_MS = 50;
const IDLE_MS = 1000;

/**
 * Tells the service how much memory the engine's process holds, as doubles on a pipe, and ends the process when nobody reads them any more:
 * the service is gone. A thread of its own, because a function of the engine may hold all others.
 */
function main(): void {
  const { pipe, busy } = workerData as HeartbeatData;
  const beat = Buffer.alloc(8);
  for (;;) {
    beat.writeDoubleLE(process.memoryUsage.rss());
    try {
      writeSync(pipe, beat);
    } catch (error) {
      // A full pipe has a reader that is slow; any other fault says that there is none.
      if (!isFull(error)) process.kill(process.pid, "SIGKILL");
    }
    // While calls run the number is another one, and the wait ends at its time only.
    if (Atomics.load(busy, 0) === 0) Atomics.wait(busy, 0, 0, IDLE_MS);
    else Atomics.wait(busy, 0, 1, BUSY_MS);
  }
}

main();
