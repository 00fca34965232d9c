import type { SortItem } from "../../parse/ast.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { BIGINT, isFloat, isOrderable, type Type } from "../../types/type.ts";
import { engineType } from "../../types/engine-type.ts";
import { instantOf } from "../../time/zones.ts";
import { commas, EMPTY, engine, type Sql, word } from "../../sql/tree.ts";

/**
 * @param values - The values of the items.
 * @param oneKey - Write a single sort key per item, with NaN as the largest: a window frame with a distance allows only one.
 */
export function sortSql(
  t: Translation,
  items: readonly SortItem[],
  values: readonly Typed[],
  oneKey = false,
): Sql {
  return commas(
    items.map((item, i) => {
      const { sql, type, constant } = values[i]!;
      // The engine refuses its own literals here.
      const key = typeof constant === "number" || typeof constant === "string" ? engine`CAST(${sql} AS ${engineType(type)})` : sql; // prettier-ignore
      return sortKey(t, item, instantOf({ sql: key, type }), oneKey ? BIGINT : type);
    }),
  );
}

/** Where a sort key's nulls are: last in Presto, lowest in Hive. */
export const nullsOf = (t: Translation, item: SortItem): "first" | "last" =>
  item.nulls ?? (t.hive && !item.descending ? "first" : "last");

/**
 * An ORDER BY key with the dialect's null order. With NULLS FIRST, Presto orders NaN as the smallest
 * number, otherwise as the largest, as the engine always does.
 *
 * @param key - The value, or the position of an output column with that value.
 */
export function sortKey(t: Translation, item: SortItem, value: Sql, type: Type, key = value): Sql {
  if (!t.hive && !isOrderable(type))
    t.mismatch(`${t.typeName(type)} is not orderable, and can't be used in ORDER BY`, item.expr.pos);
  const nulls = nullsOf(t, item);
  const direction = word(`${item.descending ? " DESC" : " ASC"} NULLS ${nulls.toUpperCase()}`);
  const smallest = !t.hive && nulls === "first" && isFloat(type);
  return engine`${smallest ? engine`(NOT isnan(${value}))${direction}, ` : EMPTY}${key}${direction}`;
}
