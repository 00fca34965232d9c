import { holds, letIn, sameSql, type Sql, variable, type Variable, withParts } from "../../sql/tree.ts"; // prettier-ignore // prettier-ignore

/**
 * Binds aggregates and subqueries inside TRY to variables outside of it, because the engine allows none there. In a grouped query columns
 * and grouping keys are bound too: the engine would look for the ungrouped column, and fail.
 *
 * @param keys - Grouping keys, which the engine recognizes as they are.
 */
export function bindTried(sql: Sql, keys: readonly Sql[]): Sql {
  const isKey = (part: Sql): boolean => keys.some((key) => sameSql(key, part));
  const isBound = (part: Sql): boolean =>
    part.kind === "apart" || (keys.length > 0 && (part.kind === "column" || isKey(part)));
  const bound = (tried: Sql): Sql => {
    const operands: Sql[] = [];
    const variables: Variable[] = [];
    const replace = (part: Sql): Sql => {
      if (!isBound(part)) return withParts(part, replace);
      const known = operands.findIndex((one) => sameSql(one, part));
      if (known >= 0) return variables[known]!;
      operands.push(part);
      variables.push(variable());
      return variables.at(-1)!;
    };
    const body = withParts(tried, replace);
    return operands.length === 0 ? tried : letIn(operands.map(visit), variables, body);
  };
  const visit = (part: Sql): Sql => {
    if (!holds(part, "try") || isKey(part) || (part.kind === "apart" && part.grouped)) return part;
    return part.kind === "try" ? bound(part) : withParts(part, visit);
  };
  return visit(sql);
}
