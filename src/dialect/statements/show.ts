import { resolveTable } from "../analyze/queries/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import {
  type TranslateContext,
  CATALOGS,
  INFORMATION_SCHEMA,
  isCatalog,
  isListed,
  SYSTEM_CATALOG,
  type Catalogue,
  type TablePath,
} from "../catalogue.ts";
import { entriesOf, findForms, functionNames } from "../functions/find-function.ts";
import type { Name } from "../parse/ast.ts";
import type { StatementOf } from "../parse/statement-ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { typeInSql } from "../types/type-text.ts";
import { parameterTexts, resultTypeText } from "../types/signature-text.ts";
import { BOOLEAN, VARCHAR } from "../types/type.ts";
import { meant } from "../nearest-name.ts";
import { SESSION_PROPERTIES } from "../parse/session-hints.ts";
import { isReserved } from "../parse/reserved.ts";
import { quoteName, quoteText } from "../quote.ts";
import { escapePattern } from "../regex/escape-pattern.ts";

type Show = StatementOf<"show">;

/** Result column names in Presto and in Hive. */
const COLUMNS: Readonly<Record<Show["what"], readonly [presto: string, hive: string]>> = {
  tables: ["Table", "tab_name"],
  views: ["Table", "tab_name"],
  schemas: ["Schema", "database_name"],
  catalogs: ["Catalog", "catalog"],
  functions: ["Function,Return Type,Argument Types,Function Type,Deterministic,Description", "tab_name"],
  columns: ["Column,Type,Extra,Comment", "field"],
  describe: ["Column,Type,Extra,Comment", "col_name,data_type,comment"],
  createTable: ["Create Table", "createtab_stmt"],
  createView: ["Create View", "createtab_stmt"],
  partitions: ["Partition", "partition"],
  session: ["Name,Value,Default,Type,Description", "set"],
  stats: ["Statistics", "statistics"],
  describeFunction: ["tab_name", "tab_name"],
};

/** The result columns of SHOW and DESCRIBE. @throws SqlError for missing objects and unsupported statements. */
export function showColumns(t: Translation, show: Show): readonly PlanColumn[] {
  switch (show.what) {
    case "catalogs":
      if (t.hive) t.unsupported("SHOW CATALOGS", show.pos);
      break;
    case "stats":
      t.unsupported("SHOW STATS", show.pos);
      break;
    case "partitions":
      resolveTable(t, show.name, show.pos);
      t.fail("GENERIC_USER_ERROR", "the table is not partitioned", show.pos);
      break;
    case "columns":
    case "describe":
    case "createTable":
    case "createView":
      resolveTable(t, show.name, show.pos);
  }
  return COLUMNS[show.what][t.hive ? 1 : 0]
    .split(",")
    .map((name) => ({ name, type: name === "Deterministic" ? BOOLEAN : VARCHAR }));
}

/** Placeholder for the omitted last part of a name. */
const NO_TABLE: Name = { text: "", quoted: true, pos: 0 };

type Cells = readonly (readonly (string | null)[])[];

/** SHOW and DESCRIBE, with the result format of each dialect's manual. */
export async function planShow(t: Translation, show: Show, context: TranslateContext): Promise<Plan> {
  const columns = showColumns(t, show);
  return { kind: "rows", columns, rows: await cellsOf(t, show, context) };
}

async function cellsOf(t: Translation, show: Show, context: TranslateContext): Promise<Cells> {
  const { catalogue } = context;
  const matches = likeFilter(t, show);
  const list = (names: readonly string[]): Cells =>
    names
      .filter(matches)
      .sort()
      .map((name) => [name]);
  switch (show.what) {
    case "tables":
    case "views": {
      const { catalog, database } = await needSchema(t, catalogue, show.name, show.pos);
      const tables = await catalogue.tables(catalog, database);
      return list(tables.filter((table) => show.what === "tables" || table.view).map((table) => table.name));
    }
    case "schemas": {
      const { catalog } = t.pathOf(show.name.length > 0 ? [...show.name, NO_TABLE, NO_TABLE] : [], show.pos);
      const databases = await catalogue.databases(catalog);
      return list(databases.filter((name) => !t.hive || name !== INFORMATION_SCHEMA));
    }
    case "catalogs": {
      const own = t.catalog === SYSTEM_CATALOG ? CATALOGS.presto[0]! : t.catalog;
      return list([own, SYSTEM_CATALOG].filter((name) => isCatalog(name, t.dialect)));
    }
    case "functions":
      return functionCells(t, matches);
    case "columns":
    case "describe":
      return columnCells(t, show, matches, context);
    case "createTable":
    case "createView":
      return showCreate(t, show, context);
    case "session":
      return t.hive ? [] : sessionCells(t, matches);
    case "partitions":
    case "stats":
      return [];
    case "describeFunction": {
      const name = show.name.at(-1)!.text.toLowerCase();
      const entry = entriesOf(t.dialect).get(name);
      return [
        [entry === undefined ? `Function '${name}' does not exist.` : `${entry.signature} - ${entry.help}`],
      ];
    }
  }
}

/** The properties that have an effect, and others that the client has set. */
function sessionCells(t: Translation, matches: (name: string) => boolean): Cells {
  const { sessionProperties = [], timeZone } = t.options;
  const set = new Map([...sessionProperties, ...(timeZone === undefined ? [] : [["time_zone_id", timeZone] as const])]); // prettier-ignore
  const listed = SESSION_PROPERTIES.map((one) => [one.name, set.get(one.name) ?? one.default, one.default, one.type, one.help]); // prettier-ignore
  const others = [...set].filter(([name]) => SESSION_PROPERTIES.every((one) => one.name !== name));
  return [...listed, ...others.map(([name, value]) => [name, value, "", "varchar", "Has no effect here"])]
    .filter(([name]) => matches(name!))
    .sort(([a], [b]) => (a! < b! ? -1 : 1));
}

function functionCells(t: Translation, matches: (name: string) => boolean): Cells {
  const names = functionNames(t.dialect).filter(matches);
  if (t.hive) return names.map((name) => [name]);
  return names.flatMap((name) => {
    const forms = findForms(name, t.dialect);
    const description = entriesOf("presto").get(name)?.help ?? "";
    if (forms === null) return [[name, "unknown", "", "scalar", "true", description]];
    return forms.map(({ signature, kind, volatile }) => [
      name,
      resultTypeText(signature),
      parameterTexts(signature, t.dialect).join(", "),
      kind,
      volatile ? "false" : "true",
      description,
    ]);
  });
}

async function columnCells(
  t: Translation,
  show: Show,
  matches: (name: string) => boolean,
  { catalogue }: TranslateContext,
): Promise<Cells> {
  const table = resolveTable(t, show.name, show.pos);
  const columns = table.columns.filter((column) => isListed(column) && matches(column.name));
  if (t.hive && show.what === "columns") return columns.map((column) => [column.name]);
  const comments = await catalogue.comments(table.database, table.name);
  return columns.map(({ name, type }) => [
    name,
    t.typeName(type),
    ...(t.hive ? [] : [""]),
    comments.columns.get(name) ?? "",
  ]);
}

/** LIKE of a SHOW: a Presto pattern, or Hive's `*` and `|`. */
function likeFilter(t: Translation, show: Show): (name: string) => boolean {
  if (show.like === null) return () => true;
  if (t.hive) {
    const pattern = new RegExp(
      `^(?:${show.like
        .split("|")
        .map((one) =>
          one
            .split("*")
            .map((part) => part.split("%").map(escapePattern).join(".*"))
            .join(".*"),
        )
        .join("|")})$`,
      "i",
    );
    return (name) => pattern.test(name);
  }
  let pattern = "";
  for (let i = 0; i < show.like.length; i++) {
    const char = show.like[i]!;
    if (char === show.escape && i + 1 < show.like.length) pattern += escapePattern(show.like[++i]!);
    else pattern += char === "%" ? ".*" : char === "_" ? "." : escapePattern(char);
  }
  const compiled = new RegExp(`^${pattern}$`, "s");
  return (name) => compiled.test(name);
}

/** The schema of a name, or without one the default; only `catalog` and `database` of the path count. @throws SqlError SCHEMA_NOT_FOUND */
export async function needSchema(
  t: Translation,
  catalogue: Catalogue,
  name: readonly Name[],
  pos: number,
): Promise<TablePath> {
  const path = t.pathOf(name.length > 0 ? [...name, { text: "", quoted: true, pos }] : [], pos);
  const databases = await catalogue.databases(path.catalog);
  if (databases.includes(path.database)) return path;
  const hint = meant(path.database, databases);
  return t.fail("SCHEMA_NOT_FOUND", `schema '${path.database}' does not exist${hint}`, pos);
}

/** SHOW CREATE TABLE / VIEW: a statement that would create it again. */
export async function showCreate(
  t: Translation,
  show: StatementOf<"show">,
  context: TranslateContext,
): Promise<string[][]> {
  const table = resolveTable(t, show.name, show.pos);
  const view = await context.catalogue.viewText(table.database, table.name);
  if (show.what === "createView" && view === null)
    t.fail("TABLE_NOT_FOUND", `'${table.database}.${table.name}' is a table`, show.pos);
  if (show.what === "createTable" && view !== null && !t.hive)
    t.fail("NOT_SUPPORTED", `'${table.database}.${table.name}' is a view: use SHOW CREATE VIEW`, show.pos);
  const comments = await context.catalogue.comments(table.database, table.name);
  const comment = (commentText: string | null | undefined): string =>
    commentText === null || commentText === undefined ? "" : ` COMMENT ${quoteText(commentText)}`;
  const quoted = (part: string): string =>
    /^[a-z_][a-z0-9_]*$/.test(part) && !isReserved(part.toUpperCase(), "presto") ? part : quoteName(part);
  const name = [t.pathOf(show.name, show.pos).catalog, table.database, table.name].map(quoted).join(".");
  let text: string;
  if (view !== null)
    text = t.hive
      ? `CREATE VIEW \`${table.database}.${table.name}\` AS ${view}`
      : `CREATE VIEW ${name}${comment(comments.table)} SECURITY DEFINER AS\n${view}`;
  else if (t.hive)
    text = `CREATE TABLE \`${table.database}.${table.name}\`(\n${table.columns.map((column) => `  \`${column.name}\` ${t.typeName(column.type)}`).join(", \n")})`;
  else
    text = `CREATE TABLE ${name} (\n${table.columns.map((column) => `   ${quoted(column.name)} ${typeInSql(column.type)}${comment(comments.columns.get(column.name))}`).join(",\n")}\n)${comments.table === null ? "" : `\nCOMMENT ${quoteText(comments.table)}`}`;
  return t.hive ? text.split("\n").map((line) => [line]) : [[text]];
}
