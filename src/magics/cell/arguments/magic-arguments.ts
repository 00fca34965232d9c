import { findMagic } from "../../commands/all-magics.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import type { CompletionScope } from "../../known-catalogue.ts";
import type { MagicCall } from "../magic-call.ts";
import type { MagicArguments } from "../magic-record.ts";
import { parseArguments } from "./parse-arguments.ts";

/** The arguments of a magic; null if its line is invalid or incomplete, which its translation reports. */
export function magicArguments(call: MagicCall): MagicArguments | null {
  const record = findMagic(call.name);
  try {
    return record && parseArguments(record, call.line);
  } catch {
    return null;
  }
}

/** The database of a query magic: its argument, else the current one; null when unknown. */
export function magicDatabase(call: MagicCall, scope: CompletionScope): string | null {
  const parsed = magicArguments(call);
  // For an incomplete line, its first plain word.
  const name = parsed === null ? /^[a-z0-9_]+/.exec(call.line)?.[0] : parsed.positional?.text;
  if (name === undefined) return scope.database;
  return name.startsWith("{") ? null : name;
}

/** Whether a magic's query runs over tables of the notebook. */
export function isLocal(call: MagicCall): boolean {
  return call.name === "svc_local" || magicArguments(call)?.switches.has("local") === true;
}

/** The dialect of a magic's query. */
export const magicDialect = (name: string): Dialect => (name === "svc_hive" ? "hive" : "presto");
