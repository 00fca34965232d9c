import type { CompletionScope } from "../catalogue.ts";
import type { MagicCall } from "../cell/magic-call.ts";
import { parseArguments } from "../cell/arguments/parse-arguments.ts";
import { findMagic } from "../commands/all-magics.ts";

/** The database of a query magic: its argument, else the current one; null when neither is known. */
export function magicDatabase(call: MagicCall, scope: CompletionScope): string | null {
  const record = findMagic(call.name);
  if (record === null) return scope.database;
  try {
    const { positional } = parseArguments(record, call.line);
    if (positional === null) return scope.database;
    return positional.text.startsWith("{") ? null : positional.text;
  } catch {
    // A line that is still being typed: its first plain word.
    return /^[a-z0-9_]+/.exec(call.line)?.[0] ?? scope.database;
  }
}
