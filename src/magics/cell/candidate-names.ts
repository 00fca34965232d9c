import { findMagic } from "../commands/all-magics.ts";
import { bracedName } from "./arguments/split-arguments.ts";
import { isIdentifier } from "./source/code-text.ts";
import type { MagicCall } from "./magic-call.ts";
import type { MagicArguments } from "./magic-record.ts";
import { magicArguments, magicDialect } from "./arguments/magic-arguments.ts";
import { placeholderNames, queryTables } from "./query-template.ts";

/**
 * Names that magics may refer to: in queries and arguments (`{name}`), as connections and as results. Which of them are variables
 * of the notebook is decided at translation ({@link CellScope}). Never fails: errors are reported at translation.
 */
export function candidateNames(calls: readonly MagicCall[]): string[] {
  return [...new Set(calls.flatMap(namesOf))];
}

function namesOf(call: MagicCall): string[] {
  if (findMagic(call.name) === null || call.kind === "help") return [];
  const parsed = magicArguments(call);
  const assigned = [call.target?.name ?? null, parsed?.values.get("out") ?? null];
  return [...referredNames(call, parsed), ...assigned.filter(isName)];
}

/** Names that a magic's program reads if they are variables. @param parsed - Null if its line is invalid. */
export function referredNames(
  { name, body }: Pick<MagicCall, "name" | "body">,
  parsed: Pick<MagicArguments, "positional" | "values" | "switches"> | null,
): string[] {
  const dialect = magicDialect(name);
  const inBody = body === null ? [] : placeholderNames(body, dialect);
  const isLocal = name === "svc_local" || parsed?.switches.has("local") === true;
  const tables = body === null || !isLocal ? [] : queryTables(body, dialect).named.map((table) => table.name);
  const argument = parsed?.positional ? bracedName(parsed.positional) : null;
  return [...inBody, ...tables, argument, parsed?.values.get("connection") ?? null].filter(isName);
}

function isName(name: string | null): name is string {
  return name !== null && isIdentifier(name);
}
