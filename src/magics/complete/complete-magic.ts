import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { magicLabel, usageLine } from "../cell/arguments/usage.ts";
import { findMagics } from "../cell/find-magics.ts";
import { ALL_MAGICS, findMagic } from "../commands/all-magics.ts";
import { completeLine } from "./complete-line.ts";
import { completeSql } from "./complete-sql.ts";
import { candidate, startingWith, toCompletion, type Candidates, type Completion } from "./completion.ts";
import { isLocal, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";

/**
 * Completes magic names, their options and arguments, and SQL, from the cached catalogue. Sends nothing.
 *
 * @param cursor - Offset in UTF-16 units.
 * @returns null in ordinary code, which the kernel completes.
 */
export function completeMagic(
  plan: CellPlan,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Completion | null {
  const completion = completeName(plan.code, cursor) ?? completeInside(plan, cursor, catalogue, scope);
  return completion === null ? null : toCompletion(plan.code, completion, cursor);
}

function completeInside(
  plan: CellPlan,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Candidates | null {
  const call = plan.callAt(cursor);
  if (call === null) return null;
  const record = findMagic(call.name);
  if (record === null || call.kind === "help") return { candidates: [], start: cursor };
  if (cursor <= call.lineEnd)
    return completeLine(record, plan.code.slice(call.lineStart, cursor), cursor, catalogue, scope);
  return completeSql(
    {
      sql: call.body ?? "",
      start: call.bodyStart,
      dialect: magicDialect(call.name),
      database: magicDatabase(call, scope),
      isLocal: isLocal(call),
    },
    cursor,
    catalogue,
    scope,
  );
}

const TYPED = /(?:^|[\n\r])[^\S\n\r]*(%{1,2}\w*)$|=[^\S\n\r]*(%\w*)$/;

/** Candidates for a magic's name being typed, with percent signs; null where no magic can begin. */
function completeName(code: string, cursor: number): Candidates | null {
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
