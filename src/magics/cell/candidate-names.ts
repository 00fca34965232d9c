import { findMagic } from "../commands/all-magics.ts";
import { bracedName } from "./argument.ts";
import { findMagics } from "./find-magics.ts";
import { isIdentifier } from "./identifier.ts";
import type { MagicCall } from "./magic-call.ts";
import { parseArguments } from "./parse-arguments.ts";
import { placeholderNames } from "./query-template.ts";

/**
 * Names that a cell's magics may refer to, in queries and arguments (`{name}`), as connections and as results. Whoever translates
 * the cell finds out which of them are variables of the notebook ({@link CellScope}). Never fails: mistakes show when the cell is
 * translated.
 */
export function candidateNames(cell: string): string[] {
  return [...new Set(findMagics(cell).flatMap(namesOf))];
}

function namesOf(call: MagicCall): string[] {
  const record = findMagic(call.name);
  if (record === null || call.kind === "help") return [];
  const dialect = record.name === "svc_hive" ? "hive" : "presto";
  const names = call.body === null ? [] : placeholderNames(call.body, dialect);
  if (call.target?.name) names.push(call.target.name);
  try {
    const { positional, values } = parseArguments(record, call.line, new Set());
    const braced = positional?.kind === "text" ? bracedName(positional.text) : null;
    for (const name of [braced, values.get("connection"), values.get("out")]) {
      if (name !== undefined && name !== null && isIdentifier(name)) names.push(name);
    }
  } catch {
    // The line is wrong: translateCell says how.
  }
  return names;
}
