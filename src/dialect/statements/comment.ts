import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import type { StatementOf } from "../parse/statement-ast.ts";
import type { Plan } from "../plan.ts";
import { engine, literal, name as nameOf, type Sql, storedTable } from "../sql/tree.ts";
import { VIEW_COMMENT_MARK } from "../storage-names.ts";
import { columnOf, writable } from "./write.ts";
import { writePlan } from "./write-plan.ts";

/** SQL that sets a comment on a table or column; null removes it. */
export function commentOn(table: Sql, column: string | null, text: string | null): Sql {
  const what = column === null ? engine`TABLE ${table}` : engine`COLUMN ${table}.${nameOf(column)}`;
  return engine`COMMENT ON ${what} IS ${text === null ? engine`NULL` : literal(text)}`;
}

/** A view's comment stores its query text, followed by the user's comment. */
export function commentOnView(view: Sql, query: string, text: string | null): Sql {
  const source = text === null ? query : `${query}${VIEW_COMMENT_MARK}${text}`;
  return engine`COMMENT ON VIEW ${view} IS ${literal(source)}`;
}

export async function planComment(
  t: Translation,
  { what, table: name, column, text, pos }: StatementOf<"comment">,
  { catalogue }: TranslateContext,
): Promise<Plan> {
  const table = writable(t, name, pos);
  const view = await catalogue.viewText(table.database, table.name);
  if (column === null && (view !== null) !== (what === "VIEW"))
    t.fail(
      "TABLE_NOT_FOUND",
      `'${table.database}.${table.name}' is a ${view === null ? "table: use COMMENT ON TABLE" : "view: use COMMENT ON VIEW"}`,
      pos,
    );
  const target = storedTable(table.database, table.name);
  const sql =
    view !== null && column === null
      ? commentOnView(target, view, text)
      : commentOn(target, column && columnOf(t, table, column).name, text);
  return writePlan("COMMENT", [table], [sql]);
}
