import { readFileSync } from "node:fs";

const FILE = "/proc/thread-self/schedstat";
let hasFile = process.platform === "linux";

/** Processor time of this thread in milliseconds; where the system does not tell it, time that passed. */
export function threadCpuMs(): number {
  if (hasFile)
    try {
      return Number(readFileSync(FILE, "latin1").split(" ")[0]) / 1e6;
    } catch {
      // A kernel or a container without it.
      hasFile = false;
    }
  return performance.now();
}
