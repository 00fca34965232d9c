import { totalmem } from "node:os";

/** Share of the memory that the embedded engine may use: what it does not count (texts in the making, this process) needs room, too. */
const ENGINE_SHARE = 0.5;

/** Bytes of the machine's memory, or of what the process may have of it. */
export function availableMemory(machine = totalmem(), allowed = process.constrainedMemory()): number {
  // Without a limit it is 0, or more than the machine has.
  return allowed > 0 ? Math.min(machine, allowed) : machine;
}

/** Bytes that the embedded engine may use where nobody says. */
export function defaultMemory(): number {
  return Math.floor(availableMemory() * ENGINE_SHARE);
}
