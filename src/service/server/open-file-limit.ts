import { readFileSync } from "node:fs";

/** How many files and sockets the process may have open; infinite where the system does not tell. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files {1,40}(\d{1,15})/m.exec(limits)?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
