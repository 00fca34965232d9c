import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import { meant } from "../nearest-name.ts";
import type { Name } from "../parse/ast.ts";
import type { Statement } from "../parse/statement-ast.ts";
import { allows, roleIn, type Role } from "./statement-rights.ts";

/** A role that a statement needs in the database of a table. */
type Need = readonly [role: Role, table: readonly Name[]];

const READS = new Set(["select", "use", "set", "show"]);

/** Whether a statement needs no role of its own. */
export const needsNoRole = ({ kind }: Statement): boolean => READS.has(kind);

/**
 * The one place where statements meet roles. Reading needs no check: tables of a database without a role are not in the catalogue.
 *
 * @throws SqlError NOT_SUPPORTED for a change over local tables; PERMISSION_DENIED; SCHEMA_NOT_FOUND, as for a database that is not there, where the caller has no role.
 */
export async function checkRoles(
  t: Translation,
  statement: Statement,
  context: TranslateContext,
): Promise<void> {
  if (statement.kind === "explain") return checkRoles(t, statement.statement, context);
  if (context.local !== undefined && !needsNoRole(statement))
    t.unsupported("a statement over local tables that changes data; it can only read", statement.pos);
  const needs = needsOf(statement);
  const { pos } = statement;
  if (needs.length > 0 && !context.mayWrite)
    t.fail("PERMISSION_DENIED", "this key may only read: the statement changes data", pos);
  for (const [needed, name] of needs) {
    const { catalog, database } = t.pathOf(name, name[0]!.pos);
    const role = roleIn(context, database);
    if (role !== null && allows(role, needed)) continue;
    // Whether it exists or not.
    if (statement.kind === "createSchema")
      t.fail(
        "PERMISSION_DENIED",
        `this key may not create the schema '${database}': it needs the role own there`,
        pos,
      );
    if (role === null) {
      const hint = meant(database, await context.catalogue.databases(catalog));
      if (statement.kind === "drop" || statement.kind === "dropSchema") continue;
      t.fail("SCHEMA_NOT_FOUND", `schema '${database}' does not exist${hint}`, pos);
    }
    t.fail(
      "PERMISSION_DENIED",
      `this key has the role ${role} in '${database}': the statement needs the role ${needed}`,
      pos,
    );
  }
}

/** Every kind of statement has its line; the compiler refuses one without. Of EXPLAIN its own statement is checked. */
function needsOf(statement: Statement): readonly Need[] {
  switch (statement.kind) {
    case "select":
    case "use":
    case "set":
    case "show":
    case "explain":
      return [];
    case "insert":
      return [[statement.overwrite ? "own" : "write", statement.table]];
    case "multiInsert":
      return statement.inserts.map(({ overwrite, table }): Need => [overwrite ? "own" : "write", table]);
    case "createTable":
    case "createTableAs":
      return [["write", statement.table]];
    case "createView":
      return [[statement.replace ? "own" : "write", statement.view]];
    case "alter":
      return [[statement.action.kind === "addColumns" ? "write" : "own", statement.table]];
    case "delete":
    case "update":
    case "truncate":
    case "comment":
      return [["own", statement.table]];
    case "drop":
      return [["own", statement.name]];
    case "createSchema":
    case "dropSchema":
      return [["own", [...statement.name, { text: "", quoted: true, pos: statement.pos }]]];
  }
}
