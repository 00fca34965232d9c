import {
  holds,
  letIn,
  type Sql,
  SqlMap,
  type SqlSet,
  variable,
  type Variable,
  withParts,
} from "../../sql/tree.ts";

/**
 * Binds aggregates and subqueries inside TRY to variables outside of it, because the engine allows none there. In a grouped query columns
 * and grouping keys are bound too: the engine would look for the ungrouped column, and fail.
 *
 * @param keys - Grouping keys, which the engine recognizes as they are.
 */
export function bindTried(sql: Sql, keys: SqlSet): Sql {
  if (!holds(sql, "try")) return sql;
  const isBound = (part: Sql): boolean =>
    part.kind === "apart" || (!keys.isEmpty && (part.kind === "column" || keys.has(part)));
  const bound = (tried: Sql): Sql => {
    const variables = new SqlMap<Variable>();
    const operands = new Map<Variable, Sql>();
    const replace = (part: Sql): Sql => {
      if (!isBound(part)) return withParts(part, replace);
      const one = variables.add(part, variable());
      if (!operands.has(one)) operands.set(one, part);
      return one;
    };
    const body = withParts(tried, replace);
    return operands.size === 0 ? tried : letIn([...operands.values()].map(visit), [...operands.keys()], body); // prettier-ignore
  };
  const visit = (part: Sql): Sql => {
    if (!holds(part, "try") || keys.has(part) || (part.kind === "apart" && part.text === "grouped"))
      return part;
    return part.kind === "try" ? bound(part) : withParts(part, visit);
  };
  return visit(sql);
}
