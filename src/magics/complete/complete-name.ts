import { findMagics } from "../cell/find-magics.ts";
import { magicLabel, usageLine } from "../cell/arguments/usage.ts";
import { ALL_MAGICS } from "../commands/all-magics.ts";
import { candidate, startingWith, type Candidates } from "./completion.ts";

const TYPED = /(?:^|[\n\r])[^\S\n\r]*(%{1,2}\w*)$|=[^\S\n\r]*(%\w*)$/;

/** Candidates for a magic's name being typed, with percent signs; null where no magic can begin. */
export function completeName(code: string, cursor: number): Candidates | null {
  const match = TYPED.exec(code.slice(0, cursor));
  const typed = match?.[1] ?? match?.[2];
  if (typed === undefined) return null;
  const start = cursor - typed.length;
  const opensCell = code.slice(0, start).trim() === "";
  // Tests with one of our names whether a magic can begin here.
  const probe = `${code.slice(0, start)}%lsmagic${code.slice(cursor).replace(/^\w*/, "")}`;
  if (!opensCell && (typed.startsWith("%%") || !findMagics(probe).some((call) => call.start === start)))
    return null;
  const assigned = match?.[2] !== undefined;
  const possible = ALL_MAGICS.filter(({ kind }) => kind === "line" || (opensCell && !assigned));
  const candidates = possible.map((record) =>
    candidate(magicLabel(record), "magic", `${usageLine(record).replace(/^usage: /, "")}: ${record.summary}`),
  );
  return { candidates: startingWith(typed, candidates), start };
}
