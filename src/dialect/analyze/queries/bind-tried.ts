import { holds, letIn, type Sql, SqlIndex, variable, type Variable, withParts } from "../../sql/tree.ts";

/**
 * Binds aggregates and subqueries inside TRY to variables outside of it, because the engine allows none there. In a grouped query columns
 * and grouping keys are bound too: the engine would look for the ungrouped column, and fail.
 *
 * @param keys - Grouping keys, which the engine recognizes as they are.
 */
export function bindTried(sql: Sql, keys: readonly Sql[]): Sql {
  if (!holds(sql, "try")) return sql;
  const index = new SqlIndex(keys);
  const isKey = (part: Sql): boolean => index.find(part) !== undefined;
  const isBound = (part: Sql): boolean =>
    part.kind === "apart" || (keys.length > 0 && (part.kind === "column" || isKey(part)));
  const bound = (tried: Sql): Sql => {
    const operands = new SqlIndex();
    const variables = new Map<Sql, Variable>();
    const replace = (part: Sql): Sql => {
      if (!isBound(part)) return withParts(part, replace);
      const operand = operands.find(part) ?? part;
      if (!variables.has(operand)) {
        operands.add(operand);
        variables.set(operand, variable());
      }
      return variables.get(operand)!;
    };
    const body = withParts(tried, replace);
    return variables.size === 0 ? tried : letIn([...variables.keys()].map(visit), [...variables.values()], body); // prettier-ignore
  };
  const visit = (part: Sql): Sql => {
    if (!holds(part, "try") || isKey(part) || (part.kind === "apart" && part.grouped)) return part;
    return part.kind === "try" ? bound(part) : withParts(part, visit);
  };
  return visit(sql);
}
