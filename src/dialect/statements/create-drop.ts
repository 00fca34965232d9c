import {
  columnAt,
  columnNames,
  commas,
  EMPTY,
  engine,
  name as nameOf,
  type Sql,
  storedTable,
  word,
} from "../sql/tree.ts";
import { DATA_CATALOG, NEW_NAME, RESERVED_DATABASES } from "../storage-names.ts";
import { resolveTable } from "../analyze/queries/relation.ts";
import { joinable } from "../analyze/queries/analyzed-query.ts";
import { toStored } from "../analyze/stored-form.ts";
import type { Translation } from "../analyze/translation.ts";
import { withType } from "../analyze/typed.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import { INFORMATION_SCHEMA, SYSTEM_CATALOG, type TablePath, type TranslateContext } from "../catalogue.ts";
import type { Name } from "../parse/ast.ts";
import type { ColumnDef, StatementOf } from "../parse/statement-ast.ts";
import type { Change, Plan } from "../plan.ts";
import { quoteHiveName } from "../quote.ts";
import { commentOn, commentOnView } from "./comment.ts";
import { writePlan } from "./write-plan.ts";
import { instantOf } from "../time/zones.ts";
import { storedAs } from "../types/engine-type.ts";
import { VARCHAR, type Type } from "../types/type.ts";

/** Path of a table to change, with its engine name. */
export type TableTarget = TablePath & { readonly sql: Sql };

/** The table to change or drop. @throws SqlError PERMISSION_DENIED for system schemas. */
export function targetOf(t: Translation, name: readonly Name[]): TableTarget {
  const path = t.pathOf(name, name[0]!.pos);
  const { catalog, database, table } = path;
  if (catalog === SYSTEM_CATALOG || database === INFORMATION_SCHEMA || database === "main")
    t.fail("PERMISSION_DENIED", `tables can't be created or changed in ${database}`, name[0]!.pos);
  return { ...path, sql: storedTable(database, table) };
}

export const changeOf = ({ database, table }: TablePath): Change => ({ database, name: table });

/** Path of a new table, with a valid name. */
export function newTable(t: Translation, name: readonly Name[]): TableTarget {
  const target = targetOf(t, name);
  if (!NEW_NAME.test(target.table))
    t.syntaxError(
      `'${name.at(-1)!.text}' can't be the name of a table: use 3 to 255 letters, digits and underscores`,
      name.at(-1)!.pos,
    );
  return target;
}

/** Columns of a new table, with distinct names. Columns of nulls become text, and so do IP addresses, which the engine has no type for. */
function newColumns(
  t: Translation,
  columns: readonly { name: string | null; type: Type }[],
  pos: number,
): { name: string; type: Type }[] {
  const seen = new Set<string>();
  return columns.map((column, i) => {
    if (column.name === null && !t.hive)
      t.fail("MISSING_COLUMN_NAME", `column name not specified at position ${i + 1}`, pos);
    const name = (column.name ?? `_c${i}`).toLowerCase();
    if (seen.has(name))
      t.fail("DUPLICATE_COLUMN_NAME", `column name '${name}' specified more than once`, pos);
    seen.add(name);
    if (column.type.kind === "timetz") t.unsupported("a column of time with time zone", pos);
    return { name, type: ["unknown", "ipaddress"].includes(column.type.kind) ? VARCHAR : column.type };
  });
}

/** SQL of a column's stored values: instants are stored without their zones. */
function stored(t: Translation, sql: Sql, from: Type, type: Type): Sql {
  if (from.kind === "ipaddress") return engine`svc_ip_text(${sql})`;
  return type.kind === "timestamptz"
    ? instantOf({ sql, type })
    : engine`CAST(${toStored(t, withType(sql, type))} AS ${storedAs(type)})`;
}

/** Whether the table or view exists and IF NOT EXISTS allows that. @throws SqlError TABLE_ALREADY_EXISTS */
function isThere(
  t: Translation,
  target: TableTarget,
  { ifNotExists, pos }: { readonly ifNotExists: boolean; readonly pos: number },
  what: "table" | "view",
): boolean {
  if (t.tableAt(target) === null) return false;
  if (ifNotExists) return true;
  return t.fail("TABLE_ALREADY_EXISTS", `${what} '${target.database}.${target.table}' already exists`, pos);
}

export function planCreateTableAs(t: Translation, statement: StatementOf<"createTableAs">): Plan {
  const target = newTable(t, statement.table);
  if (!statement.replace && isThere(t, target, statement, "table"))
    return { kind: "nothing", updateType: "CREATE TABLE" };
  const select = selectAs(t, statement, t.query(statement.query, null));
  const creation = engine`${createTable(statement)}${target.sql} AS ${select}${word(statement.withData ? "" : " LIMIT 0")}`;
  return writePlan(
    "CREATE TABLE",
    [creationOf(t, target)],
    [creation, ...comments(target, statement.comment)],
    [creation],
  );
}

/** In its transaction, a table that is replaced is there until the new one is whole. */
const createTable = ({ replace }: { readonly replace: boolean }): Sql =>
  replace ? engine`CREATE OR REPLACE TABLE ` : engine`CREATE TABLE `;

/** A table that is replaced leaves nothing of itself to the new one, neither id nor imports. */
const creationOf = (t: Translation, target: TableTarget): Change =>
  t.tableAt(target) === null ? changeOf(target) : { ...changeOf(target), becomes: null };

/** The query with the columns of the new table or view, as they are stored. */
function selectAs(
  t: Translation,
  { columns: names, pos }: Pick<StatementOf<"createTableAs">, "columns" | "pos">,
  query: ReturnType<Translation["query"]>,
): Sql {
  t.checkAliases(names, query.columns.length, "the query", pos);
  const named = query.columns.map(({ name, type }, i) => ({ name: names[i]?.text ?? name, type }));
  const columns = newColumns(t, named, pos);
  const list = columns.map(
    ({ name, type }, i) => engine`${stored(t, columnAt("o", i), named[i]!.type, type)} AS ${nameOf(name)}`,
  );
  return engine`SELECT ${commas(list)} FROM (${query.sql}) AS o(${commas(columnNames(columns))})`;
}

export function planCreateTable(t: Translation, statement: StatementOf<"createTable">): Plan {
  const target = newTable(t, statement.table);
  if (!statement.replace && isThere(t, target, statement, "table"))
    return { kind: "nothing", updateType: "CREATE TABLE" };
  const declaredColumns = statement.columns.flatMap((element): readonly { name: string; type: Type }[] =>
    "like" in element
      ? resolveTable(t, element.like, statement.pos).columns
      : [{ name: element.name.text, type: resolveTypeName(t, element.type) }],
  );
  const columns = newColumns(t, declaredColumns, statement.pos);
  return writePlan(
    "CREATE TABLE",
    [creationOf(t, target)],
    [
      engine`${createTable(statement)}${target.sql} (${commas(columns.map((column) => engine`${nameOf(column.name)} ${storedAs(column.type)}`))})`,
      ...comments(
        target,
        statement.comment,
        statement.columns.flatMap((element) => ("like" in element ? [] : [element])),
      ),
    ],
  );
}

function comments(
  { sql }: TableTarget,
  table: string | null,
  columns: readonly Pick<ColumnDef, "name" | "comment">[] = [],
): Sql[] {
  return [{ name: null, comment: table }, ...columns].flatMap(({ name, comment }) =>
    comment === null ? [] : [commentOn(sql, name && name.text.toLowerCase(), comment)],
  );
}

/** The view's comment stores the user's text, for SHOW CREATE VIEW. */
export function planCreateView(t: Translation, statement: StatementOf<"createView">): Plan {
  const target = newTable(t, statement.view);
  if (!statement.replace && isThere(t, target, statement, "view"))
    return { kind: "nothing", updateType: "CREATE VIEW" };
  const query = t.query(statement.query, null);
  const named = statement.columns.map(({ name }) => name);
  const select = selectAs(t, { columns: named, pos: statement.pos }, { ...query, sql: joinable(query) });
  const names = named.map(
    ({ text }, i) => `${quoteHiveName(query.columns[i]!.name ?? `_c${i}`)} AS ${quoteHiveName(text)}`,
  );
  // Hive keeps the view's own column names in its text too. The line break ends a comment.
  const text =
    names.length === 0
      ? statement.text
      : `SELECT ${names.join(", ")} FROM (${statement.text}\n) ${quoteHiveName(`${target.database}.${target.table}`)}`;
  return writePlan(
    "CREATE VIEW",
    [changeOf(target)],
    [
      engine`CREATE ${statement.replace ? engine`OR REPLACE ` : EMPTY}VIEW ${target.sql} AS ${select}`,
      commentOnView(target.sql, text, statement.comment),
      ...comments(target, null, statement.columns),
    ],
  );
}

/** The table or view to drop; null if it does not exist and that is no error. */
export function droppedTable(t: Translation, statement: StatementOf<"drop">): TableTarget | null {
  const target = targetOf(t, statement.name);
  if (t.tableAt(target) !== null) return target;
  // Hive's default, hive.exec.drop.ignorenonexistent, ignores missing tables.
  if (statement.ifExists || t.hive) return null;
  if (statement.what === "TABLE") resolveTable(t, statement.name, statement.pos);
  return t.fail("TABLE_NOT_FOUND", `view '${target.database}.${target.table}' does not exist`, statement.pos);
}

export async function planDrop(
  t: Translation,
  statement: StatementOf<"drop">,
  context: TranslateContext,
): Promise<Plan> {
  const target = droppedTable(t, statement);
  const updateType = `DROP ${statement.what}`;
  if (target === null) return { kind: "nothing", updateType };
  const isView = (await context.catalogue.viewText(target.database, target.table)) !== null;
  if (isView !== (statement.what === "VIEW"))
    t.fail(
      "TABLE_NOT_FOUND",
      `'${target.database}.${target.table}' is a ${isView ? "view: use DROP VIEW" : "table: use DROP TABLE"}`,
      statement.pos,
    );
  return writePlan(
    updateType,
    [{ ...changeOf(target), becomes: null }],
    [engine`DROP ${word(statement.what)} ${target.sql}`],
  );
}

/** CREATE SCHEMA and DROP SCHEMA; schemas are databases of the service. */
export async function planSchema(
  t: Translation,
  statement: StatementOf<"createSchema"> | StatementOf<"dropSchema">,
  { catalogue }: TranslateContext,
): Promise<Plan> {
  const { name, pos } = statement;
  const { catalog, database } = t.pathOf([...name, { text: "", quoted: true, pos }], pos);
  const updateType = statement.kind === "createSchema" ? "CREATE SCHEMA" : "DROP SCHEMA";
  const there = (await catalogue.databases(catalog)).includes(database);
  const own = catalog !== SYSTEM_CATALOG && !RESERVED_DATABASES.includes(database);
  if (!own) t.fail("PERMISSION_DENIED", `schema '${database}' can't be created or dropped`, pos);
  const sql = engine`${nameOf(DATA_CATALOG)}.${nameOf(database)}`;
  if (statement.kind === "createSchema") {
    if (there && statement.ifNotExists) return { kind: "nothing", updateType };
    if (there) t.fail("SCHEMA_ALREADY_EXISTS", `schema '${catalog}.${database}' already exists`, pos);
    if (!NEW_NAME.test(database))
      t.syntaxError(
        `'${database}' can't be the name of a schema: use 3 to 255 letters, digits and underscores`,
        pos,
      );
    return writePlan(updateType, [{ database, name: null }], [engine`CREATE SCHEMA ${sql}`]);
  }
  if (!there && statement.ifExists) return { kind: "nothing", updateType };
  if (!there) t.fail("SCHEMA_NOT_FOUND", `schema '${catalog}.${database}' does not exist`, pos);
  if (!statement.cascade && (await catalogue.tables(catalog, database)).length > 0)
    t.fail("SCHEMA_NOT_EMPTY", `cannot drop the non-empty schema '${database}'`, pos);
  return writePlan(
    updateType,
    [{ database, name: null, becomes: null }],
    [engine`DROP SCHEMA ${sql}${word(statement.cascade ? " CASCADE" : "")}`],
  );
}
