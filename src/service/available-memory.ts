import { totalmem } from "node:os";

/** The embedded engine's share of the memory; the rest is for what it does not count (results being encoded, this process). */
const ENGINE_SHARE = 0.5;

/** Bytes of physical memory, or the process's limit if lower. */
export function availableMemory(machine = totalmem(), allowed = process.constrainedMemory()): number {
  // 0, or more than the machine has, if there is no limit.
  return allowed > 0 ? Math.min(machine, allowed) : machine;
}

/** Default memory limit of the embedded engine, bytes. */
export function defaultMemory(): number {
  return Math.floor(availableMemory() * ENGINE_SHARE);
}
