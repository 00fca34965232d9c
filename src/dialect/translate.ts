import type { Dialect } from "./dialect.ts";
import { SqlError } from "./sql-error.ts";
import { Translation } from "./analyze/translation.ts";
import type { TableShape } from "./analyze/translation.ts";
import type { TranslateContext } from "./catalogue.ts";
import { CATALOGS } from "./catalogue.ts";
import { describeOutput } from "./statements/describe-output.ts";
import { informationSchema } from "./statements/information-schema.ts";
import { parseStatement } from "./parse/statements.ts";
import type { Name, Statement } from "./parse/ast.ts";
import { positionOf } from "./parse/position.ts";
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
  const statement = parseStatement(sql, dialect);
  const tables = await loadTables(sql, dialect, statement, context);
  const known = new Map<string, readonly string[]>();
  if (tables.missing.length > 0)
    for (const database of new Set(tables.missing))
      known.set(
        database,
        (await context.catalogue.tables(database)).map((table) => table.name),
      );
  const t = new Translation({
    sql,
    dialect,
    database: context.database,
    scheduledTimeMs: context.scheduledTimeMs,
    tables: tables.found,
    knownTables: (database) => known.get(database) ?? [],
  });
  const plan = await planStatement(t, statement, context);
  return context.describe === true ? describeOutput(statement, plan) : plan;
}

async function loadTables(
  sql: string,
  dialect: Dialect,
  statement: Statement,
  context: TranslateContext,
): Promise<{ found: Map<string, TableShape>; missing: string[] }> {
  const found = new Map<string, TableShape>();
  const missing: string[] = [];
  for (const name of mentionedTables(statement)) {
    if (name.length === 3) checkCatalog(sql, dialect, name[0]!);
    const database = (name.length > 1 ? name.at(-2)!.text : context.database).toLowerCase();
    const table = name.at(-1)!.text.toLowerCase();
    const key = `${database}.${table}`;
    if (found.has(key)) continue;
    const shape =
      database === "information_schema"
        ? informationSchema(table)
        : await context.catalogue.describe(database, table);
    if (shape === null) missing.push(database);
    else found.set(key, shape);
  }
  return { found, missing };
}

function checkCatalog(sql: string, dialect: Dialect, name: Name): void {
  if (!CATALOGS[dialect].includes(name.text.toLowerCase()))
    throw new SqlError(
      "SCHEMA_NOT_FOUND",
      `catalog '${name.text}' does not exist`,
      positionOf(sql, name.pos),
    );
}
