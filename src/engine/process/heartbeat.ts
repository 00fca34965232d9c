import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { isFull } from "../../system/system.ts";

export interface HeartbeatData {
  /** File descriptor of the pipe to the service. */
  readonly pipe: number;
  /** Element 0 is the number of running calls. */
  readonly running: Int32Array;
}

const BUSY_MS = 50;
const IDLE_MS = 1000;

/**
 * Writes the resident memory of the engine's process to a pipe as float64, and kills the process when the pipe has no
 * reader: the service is gone. Runs in its own thread because a DuckDB function may block all others.
 */
function main(): void {
  const { pipe, running } = workerData as HeartbeatData;
  const beat = Buffer.alloc(8);
  for (;;) {
    beat.writeDoubleLE(process.memoryUsage.rss());
    try {
      writeSync(pipe, beat);
    } catch (error) {
      // A full pipe has a slow reader; any other error means that there is none.
      if (!isFull(error)) process.kill(process.pid, "SIGKILL");
    }
    // The first call of an idle process ends the wait.
    const count = Atomics.load(running, 0);
    Atomics.wait(running, 0, count, count === 0 ? IDLE_MS : BUSY_MS);
  }
}

main();
