import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import { magicDialect } from "../cell/candidate-names.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { unboundedReads } from "../sql/unbounded-reads.ts";
import { magicArguments } from "../cell/arguments/magic-arguments.ts";
import { magicDatabase } from "./magic-database.ts";

/** Warnings before a cell's query is sent, if it reads very large tables completely. Empty if nothing is sent. */
export function costOf({ calls }: CellPlan, catalogue: KnownCatalogue, scope: CompletionScope): string[] {
  const [call] = calls;
  if (call === undefined || call.body === null || magicArguments(call)?.switches.has("dry-run")) return [];
  return unboundedReads(call.body, magicDialect(call.name), catalogue, magicDatabase(call, scope));
}
