import { setPriority } from "node:os";
import { platform } from "../system.ts";

/** Of `nice`: such a thread gets a tenth of a processor that others want. */
const LOW = 10;

/**
 * Lets other threads go first from now on. That can't be taken back without the rights of root.
 *
 * @param thread - As {@link thisThread} names it.
 * @returns false where the system has priorities of processes only
 */
export function lowerPriority(thread: string): boolean {
  const [, id] = /\/task\/(\d+)$/.exec(thread) ?? [];
  if (platform !== "linux" || id === undefined) return false;
  try {
    setPriority(Number(id), LOW);
    return true;
  } catch {
    return false;
  }
}
