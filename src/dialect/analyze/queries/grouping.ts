import { holds, sameSql, type Sql, unplaced, withParts } from "../../sql/tree.ts";
import type { ScopeColumn } from "../scope.ts";
import type { Translation } from "../translation.ts";

/**
 * Checks that a value in a grouped query uses only grouping keys and aggregates.
 *
 * @param keys - Grouping keys; empty if the query is a single group.
 * @param columns - Columns of its FROM.
 * @param pos - Position of the value.
 * @throws SqlError naming the first other column.
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
    if (sql.kind === "apart" && sql.grouped) return sql;
    const column = own.get(unplaced(sql));
    if (column === undefined) return withParts(sql, (part) => visit(part, sql.kind === "at" ? sql.pos : at));
    return t.fail(
      "EXPRESSION_NOT_AGGREGATE",
      `'${column.name}' must be an aggregate expression or appear in the GROUP BY clause`,
      sql.kind === "at" ? sql.pos : at,
    );
  };
  visit(value, pos);
}
