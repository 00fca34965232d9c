// This folder: Presto and Hive SQL: a statement to the engine's SQL, its types, and errors with their place. It imports nothing of the other parts.
// Begin here: parse/, then analyze/, then sql/.

import { withinBudget } from "./budget.ts";
import { doneBeforeRows, type DoneBeforeRows } from "./analyze/done-before-rows.ts";
import { startTranslation } from "./analyze/start-translation.ts";
import type { Dialect } from "./dialect.ts";
import { SqlError } from "./sql-error.ts";
import {
  type Alternatives,
  CATALOGS,
  isCatalog,
  tableKey,
  type TableLookup,
  tablePath,
  type TableShape,
  type TranslateContext,
} from "./catalogue.ts";
import { checkRoles, needsNoRole } from "./statements/check-roles.ts";
import { describeInput, describeOutput } from "./statements/describe-prepared.ts";
import { parseExpression, parseStatement } from "./parse/statements/statements.ts";
import type { Statement } from "./parse/statement-ast.ts";
import type { Plan } from "./plan.ts";
import { planStatement } from "./statements/plan-statement.ts";
import { tablesIn } from "./parse/free-tables.ts";
import { namedTargets } from "./parse/nodes-in.ts";

/**
 * Translates a statement to the engine's plan. The SQL is generated from grammar, function tables and catalogue only; the user's text
 * never reaches the engine as SQL.
 *
 * @throws SqlError for any error or unsupported feature, before anything runs.
 */
export async function translate(sql: string, dialect: Dialect, context: TranslateContext): Promise<Plan> {
  try {
    const { describe } = context;
    const texts = context.parameters ?? [];
    const length = texts.reduce((sum, text) => sum + text.length, sql.length);
    const { statement, parameters } = withinBudget(length, () => ({
      statement: parseStatement(sql, dialect, describe === undefined ? texts.length : null),
      parameters: describe === undefined ? texts.map((text) => parseExpression(text, dialect)) : null,
    }));
    const catalog = (context.catalog ?? CATALOGS[dialect][0]!).toLowerCase();
    const tables = await loadTables(dialect, statement, context, catalog);
    const { database, scheduledTimeMs, timeZone, sessionProperties, local, longDecimals } = context;
    let done: DoneBeforeRows | undefined = longDecimals === true ? "nothing" : undefined;
    const t = startTranslation({
      sql,
      dialect,
      catalog: context.catalog,
      database,
      scheduledTimeMs,
      timeZone,
      sessionProperties,
      tables,
      local,
      parameters,
      doneBeforeRows: () => (done ??= doneBeforeRows(statement)),
      isExplained: statement.kind === "explain",
    });
    if (describe === undefined && !needsNoRole(statement)) await checkRoles(t, statement, context);
    const plan = await withinBudget(
      length,
      (): Plan | Promise<Plan> =>
        describe === undefined ? planStatement(t, statement, context)
        : describe === "output" ? describeOutput(t, statement)
        : describeInput(t, statement),
    ); // prettier-ignore
    return plan.kind === "query" ? { ...plan, isTimeless: t.isTimeless } : plan;
  } catch (error) {
    throw orTooDeep(error);
  }
}

/** Converts a stack overflow, as for thousands of joins or set operations, to an SqlError. */
export function orTooDeep(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new SqlError("EXCEEDED_LIMIT", "the statement nests too deeply", null, error);
}

/** The tables that a statement names, and for missing ones the names in the same database. */
async function loadTables(
  dialect: Dialect,
  statement: Statement,
  context: TranslateContext,
  catalog: string,
): Promise<TableLookup> {
  const shapes = new Map<string, TableShape>();
  const listedAlternatives = new Map<string, Alternatives>();
  // A name that WITH defines is not asked for: a table that is missing takes the catalogue long.
  const names = tablesIn(statement).map(({ name }) => name);
  if (statement.kind !== "select") names.unshift(...namedTargets(statement));
  for (const name of names) {
    if (name.length === 0 || name.length > 3) continue;
    const path = tablePath(name, { catalog, database: context.database, local: context.local });
    if (shapes.has(tableKey(path)) || !isCatalog(path.catalog, dialect)) continue;
    const shape = await context.catalogue.describe(path);
    if (shape !== null) {
      shapes.set(tableKey(path), shape);
      continue;
    }
    const around = tableKey({ ...path, table: "" });
    if (listedAlternatives.has(around)) continue;
    const databases = await context.catalogue.databases(path.catalog);
    const stored = await context.catalogue.tables(path.catalog, path.database);
    const tables = [...stored, ...(context.local ?? []).map((local) => ({ name: local }))];
    listedAlternatives.set(
      around,
      tables.length > 0 || context.local !== undefined || databases.includes(path.database) ? { what: "table", names: tables.map((table) => table.name) }
      : { what: "schema", names: databases },
    ); // prettier-ignore
  }
  return {
    find: (path) => shapes.get(tableKey(path)) ?? null,
    alternatives: (path) =>
      listedAlternatives.get(tableKey({ ...path, table: "" })) ?? { what: "table", names: [] },
  };
}
