import { joinTexts } from "../../functions/common-texts.ts";
import { type CallContext, family } from "../../functions/function-table.ts";
import { isNumeric, isText, BOOLEAN } from "../../types/type.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const joined = (c: CallContext, list: Sql): Sql =>
  engine`(CASE WHEN len(${list}) > 0 THEN coalesce(${joinTexts(list, c.args[1]!)}, '') END)`;

const containsValue = (c: CallContext) => {
  const bound = c.bound.get("E")!;
  const [list] = c.call.args.map((arg) => c.analyze(arg).type);
  if (list?.kind === "array" && isNumeric(list.element) && isText(bound))
    return c.t.mismatch(
      `${c.t.typeName(list.element)} expected at function ARRAY_CONTAINS, but string is found`,
      c.pos,
    );
  return engine`coalesce(list_contains(${c.args[0]!.sql}, ${c.args[1]!.sql}), FALSE)`;
};

const joinArray = (c: CallContext) => joined(c, c.args[0]!.sql);

const joinWithNulls = (c: CallContext) =>
  joined(c, engine`list_transform(${c.args[0]!.sql}, lambda e: coalesce(e, ${c.args[2]!.sql}))`);

const assertNull = (c: CallContext) =>
  asserted(c, engine`CAST(NULL AS BOOLEAN)`, "ASSERT_TRUE(): assertion failed.");

const assertCondition = (c: CallContext) => asserted(c, engine`TRUE`, "assertion failed");

const assertWithMessage = (c: CallContext) => asserted(c, engine`TRUE`, messageOf(c, 1));

const fail = (c: CallContext) => asserted(c, engine`TRUE`, "raise_error");

const failWithMessage = (c: CallContext) => asserted(c, engine`TRUE`, messageOf(c, 0));

const databaseName = (c: CallContext) => engine`${literal(c.t.options.database)}`;

export const collections = family("LanguageManual UDF, Collection Functions")`
size(x) → int | number of elements of an array or a map | size(array(1, 2)) --> 2
  (array(T)) -> integer = CAST(coalesce(len($1), -1) AS INTEGER)
  (map(K, V)) -> integer = CAST(coalesce(cardinality($1), -1) AS INTEGER)
map_keys(map) → array | its keys | map_keys(map('a',1)) --> ["a"]
  (map(K, V)) -> array(K) = coalesce(map_keys($1), [])
map_values(map) → array | its values | map_values(map('a',1)) --> [1]
  (map(K, V)) -> array(V) = coalesce(map_values($1), [])
array_contains(array, value) → boolean | whether the value is in it | array_contains(array(1,2), 2) --> true
  (array(E), E) -> boolean = ${containsValue}
sort_array(array[, ascending]) → array | sorted | sort_array(array(2, 1)) --> [1,2]
  (array(T)) -> array(T) = list_sort($1, 'ASC', 'NULLS FIRST')
  (array(T), boolean) -> array(T) = (CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') ELSE list_sort($1, 'DESC', 'NULLS LAST') END)
array_min(array) → element | smallest element | array_min(array(1,2)) --> 1
  (array(T)) -> T = list_min($1)
array_max(array) → element | largest element | array_max(array(1,2)) --> 2
  (array(T)) -> T = list_max($1)
array_distinct(array) → array | without repeated elements | array_distinct(array(1,1,2)) --> [1,2]
  (array(E)) -> array(E) = ~distinct_in_order($1)
-- Null for an empty array.
array_join(array, delimiter[, null_replacement]) → varchar | elements as one text | array_join(array(1, 2), ',') --> "1,2"
  (array(varchar), varchar) -> varchar = ${joinArray}
  (array(varchar), varchar, varchar) -> varchar = ${joinWithNulls}
-- Hivemall: a negative start counts from the end; a negative length omits that many elements at the end.
array_slice(array, start[, length]) → array | a part, from 0; from the end where start is negative | array_slice(array(1,2,3), 0, 2) --> [1,2]
  (array(T), bigint) -> array(T) = ~hive_slice($1, $2, len($1))
  (array(T), bigint, bigint) -> array(T) = ~hive_slice($1, $2, CASE WHEN $3 < 0 THEN len($1) + $3 - CASE WHEN $2 < 0 THEN len($1) + $2 ELSE $2 END ELSE $3 END)
array_remove(array, element) → array | without the elements that are equal to it | array_remove(array(1,2), 1) --> [2]
  (array(E), E) -> array(E) = (CASE WHEN $2 IS NOT NULL OR len($1) = 0 THEN list_filter($1, lambda e: e IS DISTINCT FROM $2) END)
  (array(E), array(E)) -> array(E) = list_filter($1, lambda e: NOT ~list_holds($2, e))
-- Hive takes two arrays and keeps their order; Hivemall takes more and sorts.
array_union(x, y, …) → array | elements of any, without repetition | array_union(array(1,2), array(2,3)) --> [1,2,3]
  (array(E), array(E)) -> array(E) = (CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN ~distinct_in_order(list_concat($1, $2)) END)
  (array(E), array(E), array(E)...) -> array(E) = list_sort(list_distinct(flatten(list_filter([$*], lambda l: l IS NOT NULL))))
array_except(x, y) → array | elements of x that are not in y | array_except(array(1,2), array(2)) --> [1]
  (array(E), array(E)) -> array(E) = (CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN list_filter(~distinct_in_order($1), lambda e: NOT ~list_holds($2, e)) END)
array_intersect(x, y, …) → array | elements that are in all | array_intersect(array(1,2), array(2)) --> [2]
  (array(E), array(E)) -> array(E) = (CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN list_filter(~distinct_in_order($1), lambda e: ~list_holds($2, e)) END)
  (array(E), array(E), array(E)...) -> array(E) = list_filter(~distinct_in_order($1), lambda e: e IS NOT NULL AND len(list_filter([$*], lambda l: NOT coalesce(list_contains(l, e), TRUE))) = 0)
assert_true(condition) → null | an error when the condition does not hold | assert_true(1 = 1) --> null
  (boolean) -> boolean = ${assertNull}
-- From Hivemall.
assert(condition[, message]) → boolean | an error when the condition does not hold, else true | assert(1 > 0) --> true
  (boolean) -> boolean = ${assertCondition}
  (boolean, varchar) -> boolean = ${assertWithMessage}
raise_error([message]) → boolean | an error | select raise_error('no') from orders where false --> []
  () -> boolean = ${fail}
  (varchar) -> boolean = ${failWithMessage}
binary(x) → binary | cast | binary('abc') --> "0x616263"
  (varchar) -> varbinary = encode($1)
isnan(x) → boolean | whether it is not a number | isnan(double('NaN')) --> true
  (double) -> boolean = isnan($1)
istrue(x) → boolean | whether it is true | istrue(true) --> true
  (boolean) -> boolean = ($1 IS TRUE)
isfalse(x) → boolean | whether it is false | isfalse(false) --> true
  (boolean) -> boolean = ($1 IS FALSE)
isnottrue(x) → boolean | whether it is false or null | isnottrue(false) --> true
  (boolean) -> boolean = ($1 IS NOT TRUE)
isnotfalse(x) → boolean | whether it is true or null | isnotfalse(true) --> true
  (boolean) -> boolean = ($1 IS NOT FALSE)
nvl2(x, y, z) → same as y | y when x is not null, else z | nvl2(null, 1, 2) --> 2
  (T, R, R) -> R = (CASE WHEN $1 IS NOT NULL THEN $2 ELSE $3 END)
current_database() → string | the job's database | current_database() --> "shop"
  () -> varchar = ${databaseName}
uuid() → string | a random UUID | length(uuid()) --> 36
  () -> varchar = CAST(uuid() AS VARCHAR)
`;

const messageOf = (c: CallContext, index: number): string =>
  c.t.literalText(c.args[index]!, `${c.call.name} with a message`, c.pos);

/** Fails if the condition is not true. */
function asserted(c: CallContext, result: Sql, message: string): Sql {
  const condition = c.call.name === "raise_error" ? engine`FALSE` : c.args[0]!.sql;
  return engine`(CASE WHEN ${condition} THEN ${result} ELSE ${c.failing(message, BOOLEAN, "GENERIC_USER_ERROR")} END)`;
}
