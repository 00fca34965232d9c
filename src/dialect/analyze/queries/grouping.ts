import { holds, sameSql, type Sql, unplaced, withParts } from "../../sql/tree.ts";
import type { ScopeColumn } from "../scope.ts";
import type { Translation } from "../translation.ts";

/**
 * Checks that a value of a grouped query is made of what it is grouped by and of aggregates.
 *
 * @param keys - What the query is grouped by; none for a query that is one group.
 * @param columns - Those of its FROM.
 * @param pos - Of the value.
 * @throws SqlError that names the first other column.
 */
export function checkGrouped(
  t: Translation,
  value: Sql,
  keys: readonly Sql[],
  columns: readonly ScopeColumn[],
  pos: number,
): void {
  const own = new Map(columns.map((column) => [unplaced(column.sql), column]));
  const visit = (sql: Sql, at: number): Sql => {
    if (!holds(sql, "variable") || keys.some((key) => sameSql(key, sql))) return sql;
    if (sql.kind === "aggregate" && !sql.window) return sql;
    const column = own.get(unplaced(sql));
    if (column === undefined) return withParts(sql, (part) => visit(part, sql.kind === "at" ? sql.pos : at));
    return t.fail(
      "GENERIC_USER_ERROR",
      `'${column.name}' must be an aggregate expression or appear in the GROUP BY clause`,
      sql.kind === "at" ? sql.pos : at,
    );
  };
  visit(value, pos);
}
