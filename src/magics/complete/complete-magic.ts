import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { findMagic } from "../commands/all-magics.ts";
import { completeLine } from "./complete-line.ts";
import { completeName } from "./complete-name.ts";
import { completeSql } from "./complete-sql.ts";
import { toCompletion, type Candidates, type Completion } from "./completion.ts";
import { magicDialect } from "../cell/candidate-names.ts";
import { magicDatabase } from "./magic-database.ts";

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
  const found = completeName(plan.code, cursor) ?? completeInside(plan, cursor, catalogue, scope);
  return found === null ? null : toCompletion(found, cursor);
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
    },
    cursor,
    catalogue,
    scope,
  );
}
