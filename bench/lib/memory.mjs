import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Resident bytes of a process and its children. */
export function memoryOf(pid) {
  let children;
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  } catch {
    return 0; // It has exited.
  }
  return [pid, ...children].reduce((sum, one) => sum + residentOf(one), 0);
}

/** Samples every 20 ms. @returns a function that stops and returns the maximum. */
export function watchMemory(pid) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

export const mega = (bytes) => `${Math.round(bytes / 1e6)} MB`;

let pageBytes;
function residentOf(pid) {
  pageBytes ??= Number(execFileSync("getconf", ["PAGESIZE"]));
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * pageBytes;
  } catch {
    return 0; // It has exited.
  }
}
