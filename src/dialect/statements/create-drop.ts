import { storedTable } from "../sql/stored-table.ts";
import { analyzeQuery } from "../analyze/query.ts";
import { findTable } from "../analyze/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import type { TranslateContext } from "../catalogue.ts";
import type { Name, Statement } from "../parse/ast.ts";
import type { Plan } from "../plan.ts";
import type { MarkedSql } from "../sql/print.ts";
import { printSql } from "../sql/print.ts";
import { instantOf } from "../time/zones.ts";
import { engineType } from "../types/engine-type.ts";
import type { Type } from "../types/type.ts";
import { VARCHAR } from "../types/type.ts";
import type { Sql } from "../sql/sql.ts";
import { EMPTY, columnAt, columnNames, commas, literal, name as nameOf, word } from "../sql/sql.ts";
import { engine } from "../sql/template.ts";

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

const step = (sql: Sql, counted = false): { sql: MarkedSql; counted: boolean } => ({
  sql: printSql(sql),
  counted,
});

/** Where a new table goes. The name is checked to be one that the catalogue takes: letters, digits and underscores. */
export function newTable(
  t: Translation,
  name: readonly Name[],
): { database: string; table: string; sql: Sql } {
  const table = name.at(-1)!.text.toLowerCase();
  const database = (name.length > 1 ? name.at(-2)!.text : t.options.database).toLowerCase();
  if (!/^[a-z0-9_]+$/.test(table))
    t.fail(
      "SYNTAX_ERROR",
      `'${name.at(-1)!.text}' can't be the name of a table: use letters, digits and underscores`,
      name.at(-1)!.pos,
    );
  if (database === "information_schema" || database === "main")
    t.fail("PERMISSION_DENIED", `tables can't be made in ${database}`, name[0]!.pos);
  return { database, table, sql: storedTable(database, table) };
}

function exists(t: Translation, name: readonly Name[]): boolean {
  const target = newTable(t, name);
  return t.options.tables.has(`${target.database}.${target.table}`);
}

/** Columns of a new table: distinct names; a column of nulls becomes text. */
function newColumns(
  t: Translation,
  columns: readonly { name: string | null; type: Type }[],
  pos: number,
): { name: string; type: Type }[] {
  const seen = new Set<string>();
  return columns.map((column, i) => {
    if (column.name === null && !t.hive)
      t.fail("SYNTAX_ERROR", `column name not specified at position ${i + 1}`, pos);
    const name = (column.name ?? `_c${i}`).toLowerCase();
    if (seen.has(name)) t.fail("SYNTAX_ERROR", `column name '${name}' specified more than once`, pos);
    seen.add(name);
    return { name, type: column.type.kind === "unknown" ? VARCHAR : column.type };
  });
}

/** SQL of a column's values as a table keeps them: of instants that carry their zones, the instants. */
function stored(sql: Sql, type: Type): Sql {
  return type.kind === "timestamptz" ? instantOf({ sql, type }) : engine`CAST(${sql} AS ${engineType(type)})`;
}

export function planCreateTableAs(t: Translation, statement: Of<"createTableAs">): Plan {
  const target = newTable(t, statement.table);
  if (exists(t, statement.table)) {
    if (statement.ifNotExists) return { kind: "nothing", updateType: "CREATE TABLE" };
    t.fail(
      "TABLE_ALREADY_EXISTS",
      `table '${target.database}.${target.table}' already exists`,
      statement.pos,
    );
  }
  const query = analyzeQuery(t, statement.query, null);
  if (statement.columns.length > 0 && statement.columns.length !== query.columns.length)
    t.fail(
      "SYNTAX_ERROR",
      `column alias list has ${statement.columns.length} entries but the query has ${query.columns.length} columns`,
      statement.pos,
    );
  const columns = newColumns(
    t,
    query.columns.map((column, i) => ({
      name: statement.columns[i]?.text ?? column.name,
      type: column.type,
    })),
    statement.pos,
  );
  const list = columns.map(
    (column, i) => engine`${stored(columnAt("o", i), column.type)} AS ${nameOf(column.name)}`,
  );
  const sql = engine`CREATE TABLE ${target.sql} AS SELECT ${commas(list)} FROM (${query.sql}) AS o(${commas(columnNames(columns))})${word(statement.withData ? "" : " LIMIT 0")}`;
  return { kind: "write", updateType: "CREATE TABLE", steps: [step(sql, true)] };
}

export function planCreateTable(t: Translation, statement: Of<"createTable">): Plan {
  const target = newTable(t, statement.table);
  if (exists(t, statement.table)) {
    if (statement.ifNotExists) return { kind: "nothing", updateType: "CREATE TABLE" };
    t.fail(
      "TABLE_ALREADY_EXISTS",
      `table '${target.database}.${target.table}' already exists`,
      statement.pos,
    );
  }
  const given =
    statement.like === null
      ? statement.columns.map((column) => ({ name: column.name.text, type: resolveTypeName(t, column.type) }))
      : findTable(t, statement.like, statement.pos).columns;
  const columns = newColumns(t, given, statement.pos);
  return {
    kind: "write",
    updateType: "CREATE TABLE",
    steps: [
      step(
        engine`CREATE TABLE ${target.sql} (${commas(columns.map((column) => engine`${nameOf(column.name)} ${engineType(column.type)}`))})`,
      ),
    ],
  };
}

/** The view's own text is kept as its comment: SHOW CREATE VIEW shows what the user wrote. */
export function planCreateView(t: Translation, statement: Of<"createView">): Plan {
  const target = newTable(t, statement.view);
  if (exists(t, statement.view) && !statement.replace) {
    if (statement.ifNotExists) return { kind: "nothing", updateType: "CREATE VIEW" };
    t.fail("TABLE_ALREADY_EXISTS", `view '${target.database}.${target.table}' already exists`, statement.pos);
  }
  const query = analyzeQuery(t, statement.query, null);
  const columns = newColumns(
    t,
    query.columns.map((column, i) => ({
      name: statement.columns[i]?.text ?? column.name,
      type: column.type,
    })),
    statement.pos,
  );
  const list = columns.map(
    (column, i) => engine`${stored(columnAt("o", i), column.type)} AS ${nameOf(column.name)}`,
  );
  const select = engine`SELECT ${commas(list)} FROM (${query.sql}) AS o(${commas(columnNames(columns))})`;
  return {
    kind: "write",
    updateType: "CREATE VIEW",
    steps: [
      step(engine`CREATE ${statement.replace ? engine`OR REPLACE ` : EMPTY}VIEW ${target.sql} AS ${select}`),
      step(engine`COMMENT ON VIEW ${target.sql} IS ${literal(statement.text)}`),
    ],
  };
}

export async function planDrop(
  t: Translation,
  statement: Of<"drop">,
  context: TranslateContext,
): Promise<Plan> {
  const target = newTable(t, statement.name);
  const updateType = `DROP ${statement.what}`;
  if (!exists(t, statement.name)) {
    // Hive's own setting (hive.exec.drop.ignorenonexistent) is not to mind.
    if (statement.ifExists || t.hive) return { kind: "nothing", updateType };
    if (statement.what === "TABLE") findTable(t, statement.name, statement.pos);
    t.fail("TABLE_NOT_FOUND", `view '${target.database}.${target.table}' does not exist`, statement.pos);
  }
  const isView = (await context.catalogue.viewText(target.database, target.table)) !== null;
  if (isView !== (statement.what === "VIEW"))
    t.fail(
      "TABLE_NOT_FOUND",
      `'${target.database}.${target.table}' is a ${isView ? "view: use DROP VIEW" : "table: use DROP TABLE"}`,
      statement.pos,
    );
  return { kind: "write", updateType, steps: [step(engine`DROP ${word(statement.what)} ${target.sql}`)] };
}

/** Databases have records of their own, so the service's database calls make and drop them. */
export function planSchema(t: Translation, statement: Of<"createSchema"> | Of<"dropSchema">): Plan {
  return t.unsupported(
    `${statement.kind === "createSchema" ? "CREATE" : "DROP"} SCHEMA in SQL; make and drop databases with the client`,
    statement.pos,
  );
}
