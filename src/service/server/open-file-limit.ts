import { readFileSync } from "node:fs";

/** Maximum open files and sockets of this process; infinite if unknown. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files {1,40}(\d{1,15})/m.exec(limits)?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
