import { resolveTable } from "../analyze/queries/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import type { StatementOf } from "../parse/ast.ts";
import { isReserved } from "../parse/reserved.ts";
import { quoteName, quoteText } from "../quote.ts";

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
  const comment = (given: string | null | undefined): string =>
    given === null || given === undefined ? "" : ` COMMENT ${quoteText(given)}`;
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
    text = `CREATE TABLE ${name} (\n${table.columns.map((column) => `   ${quoted(column.name)} ${t.typeName(column.type)}${comment(comments.columns.get(column.name))}`).join(",\n")}\n)${comments.table === null ? "" : `\nCOMMENT ${quoteText(comments.table)}`}`;
  return t.hive ? text.split("\n").map((line) => [line]) : [[text]];
}
