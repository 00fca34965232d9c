import type { Catalogue, CompletionScope } from "../catalogue.ts";
import { magicDialect } from "../cell/candidate-names.ts";
import { findMagics } from "../cell/find-magics.ts";
import { unboundedReads } from "../sql/unbounded-reads.ts";
import { magicArguments, magicDatabase } from "./magic-database.ts";

/** Lines to show before the query of a cell is sent, where it reads very large tables whole. Empty where nothing is sent. */
export function costOf(cell: string, catalogue: Catalogue, scope: CompletionScope): string[] {
  const [call] = findMagics(cell);
  if (call === undefined || call.body === null || magicArguments(call)?.switches.has("dry-run")) return [];
  return unboundedReads(call.body, magicDialect(call.name), catalogue, magicDatabase(call, scope));
}
