import type { Dialect } from "./dialect.ts";
import { SqlError } from "./sql-error.ts";
import { Translation } from "./analyze/translation.ts";
import type { TableShape } from "./analyze/translation.ts";
import type { TranslateContext } from "./catalogue.ts";
import { CATALOGS, isCatalog, tableKey, tablePath } from "./catalogue.ts";
import { describeOutput } from "./statements/describe-output.ts";
import { parseStatement } from "./parse/statements.ts";
import type { Statement } from "./parse/ast.ts";
import type { Plan } from "./plan.ts";
import { planStatement } from "./statements/plan-statement.ts";
import { mentionedTables } from "./table-names.ts";

/** Longest statement, in characters: an insert of some ten thousand rows fits. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * Reads a statement of the dialect and says what the engine has to do for it. Only what the grammar, the function tables and the catalogue
 * know comes out: a statement reaches the engine as SQL written here, never as the user wrote it.
 *
 * @throws SqlError for everything that is wrong or not supported, before anything runs.
 */
export async function translate(sql: string, dialect: Dialect, context: TranslateContext): Promise<Plan> {
  if (sql.length > MAX_LENGTH)
    throw new SqlError("EXCEEDED_LIMIT", `the statement is longer than ${MAX_LENGTH} characters`);
  try {
    return await planOf(sql, dialect, context);
  } catch (error) {
    // The stack is what is left of a statement of thousands of joins or set operations.
    if (error instanceof RangeError)
      throw new SqlError("EXCEEDED_LIMIT", "the statement nests too deeply", null, error);
    throw error;
  }
}

async function planOf(sql: string, dialect: Dialect, context: TranslateContext): Promise<Plan> {
  const statement = parseStatement(sql, dialect);
  const catalog = (context.catalog ?? CATALOGS[dialect][0]!).toLowerCase();
  const tables = await loadTables(dialect, statement, { ...context, catalog });
  const t = new Translation({
    sql,
    dialect,
    catalog,
    database: context.database,
    scheduledTimeMs: context.scheduledTimeMs,
    zone: dialect === "hive" ? "UTC" : (context.timeZone ?? "UTC"),
    tables: tables.found,
    knownTables: (path) => tables.beside.get(tableKey({ ...path, table: "" })) ?? [],
  });
  const plan = await planStatement(t, statement, context);
  return context.describe === true ? describeOutput(statement, plan) : plan;
}

/** The tables that a statement names, and beside those that are not there the names of the others. */
async function loadTables(
  dialect: Dialect,
  statement: Statement,
  context: TranslateContext & { readonly catalog: string },
): Promise<{ found: Map<string, TableShape>; beside: Map<string, readonly string[]> }> {
  const found = new Map<string, TableShape>();
  const beside = new Map<string, readonly string[]>();
  for (const name of mentionedTables(statement)) {
    const path = tablePath(name, context);
    // A name of the query's own may look like one of a catalog that is not there.
    if (found.has(tableKey(path)) || !isCatalog(path.catalog, dialect)) continue;
    const shape = await context.catalogue.describe(path);
    if (shape !== null) {
      found.set(tableKey(path), shape);
      continue;
    }
    const around = tableKey({ ...path, table: "" });
    if (beside.has(around)) continue;
    const tables = await context.catalogue.tables(path.catalog, path.database);
    beside.set(
      around,
      tables.map((table) => table.name),
    );
  }
  return { found, beside };
}
