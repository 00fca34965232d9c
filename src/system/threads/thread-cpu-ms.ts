import { readFileSync, readlinkSync } from "node:fs";

const THIS_THREAD = "thread-self";

function readCpuMs(thread: string): number | null {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return null; // Another system, or a container without the file.
  }
}

/** Whether {@link threadCpuMs} is processor time. */
export const knowsThreadCpu = readCpuMs(THIS_THREAD) !== null;

/** The calling thread, for {@link threadCpuMs} of another one. */
export function thisThread(): string {
  try {
    return readlinkSync(`/proc/${THIS_THREAD}`);
  } catch {
    return THIS_THREAD;
  }
}

/** Processor time of a thread in milliseconds; elapsed time where the system does not report it. @default this thread */
export const threadCpuMs = (thread: string = THIS_THREAD): number =>
  (knowsThreadCpu ? readCpuMs(thread) : null) ?? performance.now();
