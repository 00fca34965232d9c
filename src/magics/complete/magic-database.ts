import type { CompletionScope } from "../known-catalogue.ts";
import type { MagicCall } from "../cell/magic-call.ts";
import { magicArguments } from "../cell/arguments/magic-arguments.ts";

/** The database of a query magic: its argument, else the current one; null when unknown. */
export function magicDatabase(call: MagicCall, scope: CompletionScope): string | null {
  const parsed = magicArguments(call);
  // For an incomplete line, its first plain word.
  const name = parsed === null ? /^[a-z0-9_]+/.exec(call.line)?.[0] : parsed.positional?.text;
  if (name === undefined) return scope.database;
  return name.startsWith("{") ? null : name;
}
