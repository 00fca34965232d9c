import { columnAt, columnNames, commas, engine, type Sql, word } from "../../sql/tree.ts";
import type { ScopeColumn } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { From } from "./relation.ts";

/**
 * A relation as a subquery with all its columns, and with more of them: the rows of UNNEST beside each of its own. The engine keeps their
 * order and filters them as it reads; it would reorder the rows of a LATERAL join.
 *
 * @param rest - What follows FROM: a WHERE, a sample.
 */
export function subselect(
  t: Translation,
  from: From,
  more: { readonly list: readonly Sql[]; readonly columns: readonly ScopeColumn[] },
  rest: Sql,
): From {
  const alias = t.alias("s");
  const columns = [...from.columns, ...more.columns];
  const list = [...from.columns.map((column) => column.sql), ...more.list];
  return {
    sql: engine`(SELECT ${commas(list)} FROM ${from.sql}${rest}) AS ${word(alias)}(${commas(columnNames(columns))})`,
    columns: columns.map((column, i) => ({ ...column, sql: columnAt(alias, i) })),
  };
}
