import {
  columnAt,
  columnNames,
  commas,
  engine,
  holds,
  relationName,
  type Sql,
  SqlMap,
  type SqlSet,
  withParts,
} from "../../sql/tree.ts";
import type { Translation } from "../translation.ts";

/**
 * The engine takes no window function inside of another. So a query inside computes what is nested, and the columns, grouping keys and
 * aggregates that the values around it need.
 *
 * @param values - What a select computes from its rows: its list, the keys of its order, the condition of QUALIFY.
 * @param rest - From FROM to HAVING.
 * @param keys - Grouping keys, which the engine recognizes as they are.
 */
export function nestWindows(
  t: Translation,
  values: readonly Sql[],
  rest: Sql,
  keys: SqlSet,
): { readonly values: readonly Sql[]; readonly rest: Sql } {
  if (!values.some((value) => holds(value, "nested"))) return { values, rest };
  const alias = t.alias("t");
  const inner: Sql[] = [];
  const places = new SqlMap<number>();
  const columnOf = (part: Sql): Sql => {
    const at = places.add(part, inner.length);
    if (at === inner.length) inner.push(part);
    return columnAt(alias, at);
  };
  const outside = (part: Sql): Sql => {
    if (part.kind === "nested") return columnOf(part.parts[0]);
    const isWhole = part.kind === "column" || (part.kind === "apart" && !holds(part, "nested"));
    return isWhole || keys.has(part) ? columnOf(part) : withParts(part, outside);
  };
  const outer = values.map(outside);
  const names = columnNames(inner);
  return {
    values: outer,
    rest: engine` FROM (SELECT ${commas(inner)}${rest}) AS ${relationName(alias)}(${commas(names)})`,
  };
}
