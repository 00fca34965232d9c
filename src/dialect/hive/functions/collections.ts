import { joinTexts } from "../../functions/common-texts.ts";
import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { isNumeric, isText } from "../../types/type.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const joined = (c: CallContext, list: Sql): Sql =>
  engine`(CASE WHEN len(${list}) > 0 THEN coalesce(${joinTexts(list, c.args[1]!)}, '') END)`;
/** Of two arrays; null if one is. */
const both = (sql: string) =>
  scalar("(array(E), array(E)) -> array(E)", `(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN ${sql} END)`);

export const collections = family("LanguageManual UDF, Collection Functions", {
  size: forms(
    scalar("(array(T)) -> integer", "CAST(coalesce(len($1), -1) AS INTEGER)"),
    scalar("(map(K, V)) -> integer", "CAST(coalesce(cardinality($1), -1) AS INTEGER)"),
  ),
  map_keys: scalar("(map(K, V)) -> array(K)", "coalesce(map_keys($1), [])"),
  map_values: scalar("(map(K, V)) -> array(V)", "coalesce(map_values($1), [])"),
  array_contains: scalar("(array(E), E) -> boolean", (c) => {
    const bound = c.bound.get("E")!;
    const [list] = c.call.args.map((arg) => c.analyze(arg).type);
    if (list?.kind === "array" && isNumeric(list.element) && isText(bound))
      return c.t.mismatch(
        `${c.t.typeName(list.element)} expected at function ARRAY_CONTAINS, but string is found`,
        c.pos,
      );
    return engine`coalesce(list_contains(${c.args[0]!.sql}, ${c.args[1]!.sql}), FALSE)`;
  }),
  sort_array: forms(
    scalar("(array(T)) -> array(T)", "list_sort($1, 'ASC', 'NULLS FIRST')"),
    scalar(
      "(array(T), boolean) -> array(T)",
      "(CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') ELSE list_sort($1, 'DESC', 'NULLS LAST') END)",
    ),
  ),
  array_min: scalar("(array(T)) -> T", "list_min($1)"),
  array_max: scalar("(array(T)) -> T", "list_max($1)"),
  array_distinct: scalar("(array(E)) -> array(E)", "~distinct_in_order($1)"),
  // Null for an empty array.
  array_join: forms(
    scalar("(array(varchar), varchar) -> varchar", (c) => joined(c, c.args[0]!.sql)),
    scalar("(array(varchar), varchar, varchar) -> varchar", (c) =>
      joined(c, engine`list_transform(${c.args[0]!.sql}, lambda e: coalesce(e, ${c.args[2]!.sql}))`),
    ),
  ),
  // Hivemall: a negative start counts from the end; a negative length omits that many elements at the end.
  array_slice: forms(
    scalar("(array(T), bigint) -> array(T)", "~hive_slice($1, $2, len($1))"),
    scalar(
      "(array(T), bigint, bigint) -> array(T)",
      "~hive_slice($1, $2, CASE WHEN $3 < 0 THEN len($1) + $3 - CASE WHEN $2 < 0 THEN len($1) + $2 ELSE $2 END ELSE $3 END)",
    ),
  ),
  array_remove: forms(
    scalar(
      "(array(E), E) -> array(E)",
      "(CASE WHEN $2 IS NOT NULL OR len($1) = 0 THEN list_filter($1, lambda e: e IS DISTINCT FROM $2) END)",
    ),
    scalar("(array(E), array(E)) -> array(E)", "list_filter($1, lambda e: NOT ~list_holds($2, e))"),
  ),
  // Hive takes two arrays and keeps their order; Hivemall takes more and sorts.
  array_union: forms(
    both("~distinct_in_order(list_concat($1, $2))"),
    scalar(
      "(array(E), array(E), array(E)...) -> array(E)",
      "list_sort(list_distinct(flatten(list_filter([$*], lambda l: l IS NOT NULL))))",
    ),
  ),
  array_except: both("list_filter(~distinct_in_order($1), lambda e: NOT ~list_holds($2, e))"),
  array_intersect: forms(
    both("list_filter(~distinct_in_order($1), lambda e: ~list_holds($2, e))"),
    scalar(
      "(array(E), array(E), array(E)...) -> array(E)",
      "list_filter(~distinct_in_order($1), lambda e: e IS NOT NULL AND len(list_filter([$*], lambda l: NOT coalesce(list_contains(l, e), TRUE))) = 0)",
    ),
  ),
  assert_true: scalar("(boolean) -> boolean", (c) =>
    asserted(c, engine`CAST(NULL AS BOOLEAN)`, "ASSERT_TRUE(): assertion failed."),
  ),
  // From Hivemall.
  assert: forms(
    scalar("(boolean) -> boolean", (c) => asserted(c, engine`TRUE`, "assertion failed")),
    scalar("(boolean, varchar) -> boolean", (c) => asserted(c, engine`TRUE`, messageOf(c, 1))),
  ),
  raise_error: forms(
    scalar("() -> boolean", (c) => asserted(c, engine`TRUE`, "raise_error")),
    scalar("(varchar) -> boolean", (c) => asserted(c, engine`TRUE`, messageOf(c, 0))),
  ),
  binary: scalar("(varchar) -> varbinary", "encode($1)"),
  isnan: scalar("(double) -> boolean", "isnan($1)"),
  istrue: scalar("(boolean) -> boolean", "($1 IS TRUE)"),
  isfalse: scalar("(boolean) -> boolean", "($1 IS FALSE)"),
  isnottrue: scalar("(boolean) -> boolean", "($1 IS NOT TRUE)"),
  isnotfalse: scalar("(boolean) -> boolean", "($1 IS NOT FALSE)"),
  nvl2: scalar("(T, R, R) -> R", "(CASE WHEN $1 IS NOT NULL THEN $2 ELSE $3 END)"),
  current_database: scalar("() -> varchar", (c) => engine`${literal(c.t.options.database)}`),
  uuid: scalar("() -> varchar", "CAST(uuid() AS VARCHAR)"),
});

const messageOf = (c: CallContext, index: number): string =>
  c.t.literalText(c.args[index]!, `${c.call.name} with a message`, c.pos);

/** Fails if the condition is not true. */
function asserted(c: CallContext, result: Sql, message: string): Sql {
  const condition = c.call.name === "raise_error" ? engine`FALSE` : c.args[0]!.sql;
  return engine`(CASE WHEN ${condition} THEN ${result} ELSE ${c.failing(message, engine`BOOLEAN`, "GENERIC_USER_ERROR")} END)`;
}
