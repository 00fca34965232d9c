import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Resident bytes of a process and its children. */
export const memoryOf = (pid) => family(pid).reduce((sum, one) => sum + residentOf(one), 0);

/** Milliseconds of processor time that a process and its children have used. */
export const cpuMsOf = (pid) => family(pid).reduce((sum, one) => sum + usedMs(one), 0);

function family(pid) {
  try {
    return [
      pid,
      ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean),
    ];
  } catch {
    return []; // It has exited.
  }
}

let ticks;
function usedMs(pid) {
  ticks ??= Number(execFileSync("getconf", ["CLK_TCK"]));
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
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
