import {
  type KnownCatalogue,
  type CompletionScope,
  knownTable,
  type NotebookTables,
} from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import type { MagicCall } from "../cell/magic-call.ts";
import type { MagicRecord } from "../cell/magic-record.ts";
import { helpText, optionForms } from "../cell/arguments/usage.ts";
import { findMagic } from "../commands/all-magics.ts";
import { codeBlock, type MimeBundle } from "../display/displayable.ts";
import { describeTables, columnLines, describeTable } from "./describe-tables.ts";
import { isLocal, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { refusalOf } from "../../dialect/functions/refused.ts";
import { entriesOf } from "../../dialect/functions/find-function.ts";
import { nameOf } from "../../dialect/parse/scan.ts";
import type { VisibleRelation } from "../../dialect/visible/relation-columns.ts";
import type { VisibleNames } from "../../dialect/visible/visible-names.ts";
import { sameName } from "../../dialect/same-name.ts";
import { namesInQuery } from "../sql/names-in-query.ts";

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

/** Describes a name in a query; null if there is no name, or an unknown one. */
export function inspectSql(
  sql: string,
  offset: number,
  dialect: Dialect,
  catalogue: KnownCatalogue,
  database: string | null,
  tables?: NotebookTables,
): string | null {
  // The cursor may be anywhere in the name, or just before it.
  const end = offset + (/^[\w$]+/.exec(sql.slice(offset))?.[0].length ?? 0);
  const names = namesInQuery(sql, end, dialect, catalogue, database, tables);
  const name = nameOf(names.cursorPiece);
  if (name === null) return null;
  const called = names.following?.text === "(";
  return (
    (called ? describeFunction(name, dialect) : null) ??
    describeColumn(names, name) ??
    describeRelation(names, name, catalogue, database) ??
    describeFunction(name, dialect)
  );
}

function describeFunction(name: string, dialect: Dialect): string | null {
  if (refusalOf(name, dialect) !== null) return `function ${name}\nnot in the local service`;
  const help = entriesOf(dialect).get(name.toLowerCase());
  return help === undefined ? null : `${help.signature}\n${help.help}`;
}

function describeColumn({ relations, qualifiers }: VisibleNames, name: string): string | null {
  const qualifier = qualifiers.at(-1) ?? null;
  for (const relation of relations) {
    if (qualifier !== null && !sameName(relation.name, qualifier)) continue;
    const column = relation.columns?.find((one) => sameName(one.name, name));
    if (column !== undefined)
      return `column ${column.name}${column.type === null ? "" : `: ${column.type}`}${ofTable(relation)}`;
  }
  return null;
}

function ofTable({ table, name }: VisibleRelation): string {
  if (table !== null) return `\nof table ${table.database}.${table.name}`;
  return name === null ? "" : `\nof ${name}`;
}

function describeRelation(
  { expected, relations, commonTables, qualifiers }: VisibleNames,
  name: string,
  catalogue: KnownCatalogue,
  database: string | null,
): string | null {
  const [qualifier] = qualifiers.slice(-1);
  if (qualifier === undefined) {
    const relation = [...relations, ...commonTables].find((candidate) => sameName(candidate.name, name));
    if (relation !== undefined) return describeOne(relation, catalogue);
    const tables = catalogue.databases?.includes(name) === true ? catalogue.tables(name) : null;
    if (tables !== null) return describeTables(name, tables);
  }
  const home = qualifier ?? database;
  const table = home === null ? null : knownTable(catalogue, home, name);
  if (home === null || table !== null) return table === null ? null : describeTable(home ?? "", table);
  return expected === "table" ? `table ${home}.${name}` : null;
}

function describeOne({ name, table, columns }: VisibleRelation, catalogue: KnownCatalogue): string | null {
  const entry = table === null ? null : knownTable(catalogue, table.database, table.name);
  if (entry !== null && table !== null) return describeTable(table.database, entry);
  if (table !== null) return `table ${table.database}.${table.name}`;
  return columns === null
    ? `${name ?? ""} of this query`
    : [`${name ?? ""} of this query`, ...columnLines(columns)].join("\n");
}
