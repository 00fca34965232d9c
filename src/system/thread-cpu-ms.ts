import { readFileSync } from "node:fs";

const FILE = "/proc/thread-self/schedstat";

function readCpuMs(): number | null {
  try {
    return Number(readFileSync(FILE, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return null; // Another system, or a container without the file.
  }
}

/** Whether {@link threadCpuMs} is processor time. */
export const knowsThreadCpu = readCpuMs() !== null;

/** Processor time of this thread in milliseconds; elapsed time where the system does not report it. */
export const threadCpuMs = (): number => (knowsThreadCpu ? readCpuMs() : null) ?? performance.now();
