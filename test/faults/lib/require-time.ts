import { longNumber } from "./long-number.ts";

/** @throws when fewer than `seconds` of the run are left (`--minutes`): a test that did not run has not passed. */
export function requireTime(what: string, seconds = 0): void {
  const endsAt = longNumber("SVC_FAULT_END_UNIX", Infinity) * 1000;
  if (Date.now() + seconds * 1000 > endsAt)
    throw new Error(`out of time for ${what}; go on with more --minutes and --resume`);
}
