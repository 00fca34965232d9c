import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import type { MagicCall } from "../cell/magic-call.ts";
import type { MagicRecord } from "../cell/magic-record.ts";
import { helpText, optionForms } from "../cell/arguments/usage.ts";
import { findMagic } from "../commands/all-magics.ts";
import { codeBlock } from "../display/code-block.ts";
import type { MimeBundle } from "../display/displayable.ts";
import { describeTables } from "./describe-tables.ts";
import { inspectSql } from "./inspect-sql.ts";
import { isLocal, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";

/** A tooltip. */
export interface Inspection {
  readonly isFound: boolean;
  /** Empty when nothing was found. */
  readonly data: MimeBundle;
}

/**
 * Describes what is at the cursor: a magic's usage and options, an option's help, a table's columns and size, a column's type, a
 * function's signature. Sends nothing.
 *
 * @param cursor - Offset in UTF-16 units.
 * @returns null in ordinary code, which the kernel inspects.
 */
export function inspectMagic(
  plan: CellPlan,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope = { database: null },
): Inspection | null {
  const call = plan.callAt(cursor);
  if (call === null) return null;
  const text = describe(call, plan.code, cursor, catalogue, scope);
  return { isFound: text !== null, data: text === null ? {} : codeBlock(text) };
}

function describe(
  call: MagicCall,
  code: string,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): string | null {
  const record = findMagic(call.name);
  if (record === null) return null;
  if (call.body !== null && cursor >= call.bodyStart)
    return inspectSql(
      call.body,
      cursor - call.bodyStart,
      magicDialect(call.name),
      catalogue,
      magicDatabase(call, scope),
      isLocal(call) ? scope.tables : undefined,
    );
  return describeWord(
    record,
    wordAt(code.slice(call.lineStart, call.lineEnd), cursor - call.lineStart),
    catalogue,
  );
}

/** An option's help, a database's tables, else the magic's own help. */
function describeWord(record: MagicRecord, word: string, catalogue: KnownCatalogue): string {
  const option = record.options.find(
    ({ name, short }) =>
      word.replace(/=.*/, "").replaceAll("_", "-") === `--${name}` || word === `-${short ?? ""}`,
  );
  if (option !== undefined) return `${optionForms(option)}\n${option.help}`;
  const tables = record.positional?.kind === "database" && /^\w+$/.test(word) ? catalogue.tables(word) : null;
  return tables === null ? helpText(record) : describeTables(word, tables);
}

/** The word of a line at an offset; empty before the line. */
function wordAt(line: string, offset: number): string {
  if (offset < 0) return "";
  return (/\S*$/.exec(line.slice(0, offset))?.[0] ?? "") + (/^\S*/.exec(line.slice(offset))?.[0] ?? "");
}
