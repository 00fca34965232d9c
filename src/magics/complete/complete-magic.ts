import type { Catalogue, CompletionScope } from "../catalogue.ts";
import { findMagics } from "../cell/find-magics.ts";
import type { MagicCall } from "../cell/magic-call.ts";
import { findMagic } from "../commands/all-magics.ts";
import { completeLine } from "./complete-line.ts";
import { completeName } from "./complete-name.ts";
import { completeSql } from "./complete-sql.ts";
import { toCompletion, type Candidates, type Completion } from "./completion.ts";
import { magicDialect } from "../cell/candidate-names.ts";
import { magicDatabase } from "./magic-database.ts";

/**
 * Completes magic names, their options and arguments, and the SQL below them, from what the catalogue knows at the moment. Sends nothing.
 *
 * @param cursor - Offset in UTF-16 units.
 * @returns null where the cursor is in ordinary code: that is the kernel's business.
 */
export function completeMagic(
  code: string,
  cursor: number,
  catalogue: Catalogue,
  scope: CompletionScope,
): Completion | null {
  const found = completeName(code, cursor) ?? completeInside(code, cursor, catalogue, scope);
  return found === null ? null : toCompletion(found, cursor);
}

function completeInside(
  code: string,
  cursor: number,
  catalogue: Catalogue,
  scope: CompletionScope,
): Candidates | null {
  const call = callAt(code, cursor);
  if (call === null) return null;
  const record = findMagic(call.name);
  if (record === null || call.kind === "help") return { candidates: [], start: cursor };
  if (cursor <= call.lineEnd)
    return completeLine(record, code.slice(call.lineStart, cursor), cursor, catalogue, scope);
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

/** The magic that an offset is in. */
export function callAt(code: string, cursor: number): MagicCall | null {
  return findMagics(code).find((call) => call.start <= cursor && cursor <= call.end) ?? null;
}
