import { joinTexts } from "../../functions/common-texts.ts";
import { aggregate, family, forms, scalar } from "../../functions/function-table.ts";

/** Indexes from 0, in sort order of the values. */
const order =
  "list_transform(list_sort(list_transform($1, lambda e, i: struct_pack(e := e, i := i - 1))), lambda s: s['i'])";
const concat = scalar("(array(T)...) -> array(T)", "flatten(list_filter([$*], lambda l: l IS NOT NULL))");

const pairwise = (sql: string, type: string): string =>
  `(CASE WHEN len($1) <> len($2) THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!the vectors differ in their number of elements' AS ${type}) ELSE ${sql} END)`;

export const arrays = family("Hivemall, generic functions: arrays and maps", {
  array_append: scalar(
    "(array(T), T) -> array(T)",
    "(CASE WHEN $1 IS NULL THEN CASE WHEN $2 IS NOT NULL THEN [$2] END ELSE list_filter(list_append($1, $2), lambda e: e IS NOT NULL) END)",
  ),
  array_concat: concat,
  concat_array: concat,
  array_avg: aggregate(
    "(array(double)) -> array(real)",
    "list_transform(~lists_by_place(@list($1)), lambda l: CAST(coalesce(list_avg(l), 0) AS FLOAT))",
  ),
  array_sum: aggregate(
    "(array(double)) -> array(double)",
    "list_transform(~lists_by_place(@list($1)), lambda l: coalesce(list_sum(l), 0.0))",
  ),
  array_flatten: scalar("(array(array(T))) -> array(T)", "list_filter(flatten($1), lambda e: e IS NOT NULL)"),
  array_to_str: forms(
    scalar("(array(varchar)) -> varchar", "array_to_string($1, ',')"),
    scalar("(array(varchar), varchar) -> varchar", (c) => joinTexts(c.args[0]!.sql, c.args[1]!)),
  ),
  to_string_array: scalar("(array(varchar)) -> array(varchar)", "$1"),
  sort_and_uniq_array: scalar("(array(integer)) -> array(integer)", "list_sort(list_distinct($1))"),
  subarray: forms(
    scalar("(array(T), integer) -> array(T)", "$1[greatest($2, 0) + 1:]"),
    scalar("(array(T), integer, integer) -> array(T)", "$1[greatest($2, 0) + 1:greatest($3, 0)]"),
  ),
  subarray_startwith: scalar(
    "(array(T), T) -> array(T)",
    "(CASE WHEN list_position($1, $2) > 0 THEN $1[list_position($1, $2):] END)",
  ),
  subarray_endwith: scalar(
    "(array(T), T) -> array(T)",
    "(CASE WHEN list_position($1, $2) > 0 THEN $1[1:len($1) + 1 - list_position(list_reverse($1), $2)] END)",
  ),
  element_at: scalar(
    "(array(T), bigint) -> T",
    "(CASE WHEN $2 >= -len($1) THEN $1[CASE WHEN $2 < 0 THEN $2 ELSE $2 + 1 END] END)",
  ),
  first_element: scalar("(array(T)) -> T", "$1[1]"),
  last_element: scalar("(array(T)) -> T", "$1[-1]"),
  argmin: scalar("(array(O)) -> integer", "CAST(list_position($1, list_min($1)) - 1 AS INTEGER)"),
  argmax: scalar("(array(O)) -> integer", "CAST(list_position($1, list_max($1)) - 1 AS INTEGER)"),
  argsort: scalar("(array(O)) -> array(integer)", `list_transform(${order}, lambda i: CAST(i AS INTEGER))`),
  argrank: scalar(
    "(array(O)) -> array(integer)",
    `list_transform([${order}], lambda o: list_transform(o, lambda e, i: CAST(list_position(o, i - 1) - 1 AS INTEGER)))[1]`,
  ),
  arange: forms(
    scalar("(integer) -> array(integer)", "CAST(range($1) AS INTEGER[])"),
    scalar("(integer, integer) -> array(integer)", "CAST(range($1, $2) AS INTEGER[])"),
    scalar("(integer, integer, integer) -> array(integer)", "CAST(range($1, $2, $3) AS INTEGER[])"),
  ),
  vector_add: scalar(
    "(array(double), array(double)) -> array(double)",
    pairwise("list_transform(list_zip($1, $2), lambda z: z[1] + z[2])", "DOUBLE[]"),
  ),
  vector_dot: forms(
    scalar(
      "(array(double), array(double)) -> double",
      pairwise("list_sum(list_transform(list_zip($1, $2), lambda z: z[1] * z[2]))", "DOUBLE"),
    ),
    scalar("(array(double), double) -> array(double)", "list_transform($1, lambda e: e * $2)"),
  ),
  to_bits: scalar(
    "(array(bigint)) -> array(bigint)",
    "list_transform(range(0, list_max($1) // 64 + 1), lambda w: coalesce(list_bit_or(list_transform(list_filter($1, lambda e: e // 64 = w), lambda e: CASE WHEN e % 64 = 63 THEN -9223372036854775808 ELSE CAST(1 AS BIGINT) << (e % 64) END)), 0))",
  ),
  unbits: scalar(
    "(array(bigint)) -> array(bigint)",
    "flatten(list_transform($1, lambda w, i: list_transform(list_filter(range(64), lambda b: CASE WHEN b = 63 THEN w < 0 ELSE (w >> b) & 1 = 1 END), lambda b: b + (i - 1) * 64)))",
  ),
  map_get: forms(
    scalar("(map(K, V), K) -> V", "$1[$2]"),
    scalar("(map(K, V), K, V) -> V", "coalesce($1[$2], $3)"),
  ),
  map_include_keys: scalar(
    "(map(K, V), array(K)) -> map(K, V)",
    "map_from_entries(list_filter(map_entries($1), lambda e: list_contains($2, e['key'])))",
  ),
  map_exclude_keys: scalar(
    "(map(K, V), array(K)) -> map(K, V)",
    "map_from_entries(list_filter(map_entries($1), lambda e: NOT list_contains($2, e['key'])))",
  ),
  map_key_values: scalar("(map(K, V)) -> array(row(key K, value V))", "map_entries($1)"),
});
