import { knownTable, type KnownCatalogue, type NotebookTables } from "../known-catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { refusalOf } from "../../dialect/functions/refused.ts";
import { entriesOf } from "../../dialect/functions/find-function.ts";
import { nameOf } from "../../dialect/parse/scan.ts";
import type { VisibleRelation } from "../../dialect/visible/relation-columns.ts";
import type { VisibleNames } from "../../dialect/visible/visible-names.ts";
import { sameName } from "../../dialect/same-name.ts";
import { namesInQuery } from "../sql/names-in-query.ts";
import { columnLines, describeTable, describeTables } from "./describe-tables.ts";

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
  const name = nameOf(names.typed);
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
