import { joinTexts } from "../../functions/common-texts.ts";
import { type CallContext, family } from "../../functions/function-table.ts";

/** Indexes from 0, in sort order of the values. */
const order =
  "list_transform(list_sort(list_transform($1, lambda e, i: struct_pack(e := e, i := i - 1))), lambda s: s['i'])";

const pairwise = (sql: string, type: string): string =>
  `(CASE WHEN len($1) <> len($2) THEN fail(INVALID_FUNCTION_ARGUMENT, 'the vectors differ in their number of elements', ${type}) ELSE ${sql} END)`;

const joinArray = (c: CallContext) => joinTexts(c.args[0]!.sql, c.args[1]!);

export const arrays = family("Hivemall, generic functions: arrays and maps")`
array_append(array, element) → array | with the element at its end | array_append(array(1,2),3) --> [1,2,3]
  (array(T), T) -> array(T) = (CASE WHEN $1 IS NULL THEN CASE WHEN $2 IS NOT NULL THEN [$2] END ELSE list_filter(list_append($1, $2), lambda e: e IS NOT NULL) END)
array_concat, concat_array([array, …]) → array | one after the other | array_concat(array(1),array(2,3)) --> [1,2,3]
  (array(T)...) -> array(T) = flatten(list_filter([$*], lambda l: l IS NOT NULL))
aggregate array_avg(array) → array | mean of each place over the group's arrays | select array_avg(x) from (select array(1.0D, 3.0D) x union all select array(3.0D, 5.0D)) t --> [[[2,4]]]
  (array(double)) -> array(real) = list_transform(~lists_by_place(@list($1)), lambda l: CAST(coalesce(list_avg(l), 0) AS FLOAT))
aggregate array_sum(array) → array | sum of each place over the group's arrays | select array_sum(x) from (select array(1.0D, 3.0D) x union all select array(3.0D, 5.0D)) t --> [[[4,8]]]
  (array(double)) -> array(double) = list_transform(~lists_by_place(@list($1)), lambda l: coalesce(list_sum(l), 0.0))
array_flatten(array) → array | of arrays, one | array_flatten(array(array(1,2,3),array(4,5))) --> [1,2,3,4,5]
  (array(array(T))) -> array(T) = list_filter(flatten($1), lambda e: e IS NOT NULL)
array_to_str(array[, separator]) → string | elements as one text | array_to_str(array(1,2,3)) --> "1,2,3"
  (array(varchar)) -> varchar = array_to_string($1, ',')
  (array(varchar), varchar) -> varchar = ${joinArray}
to_string_array(array) → array | elements as texts | to_string_array(array(1.5,2)) --> ["1.5","2.0"]
  (array(varchar)) -> array(varchar) = $1
sort_and_uniq_array(array) → array | sorted, without repetition | sort_and_uniq_array(array(3, 1, 2, 1)) --> [1,2,3]
  (array(integer)) -> array(integer) = list_sort(list_distinct($1))
subarray(array, from[, to]) → array | a part without to, from 0 | subarray(array(1, 2, 3, 4), 1, 3) --> [2,3]
  (array(T), integer) -> array(T) = $1[greatest($2, 0) + 1:]
  (array(T), integer, integer) -> array(T) = $1[greatest($2, 0) + 1:greatest($3, 0)]
subarray_startwith(array, element) → array | from the element on | subarray_startwith(array(1,2,3,4), 2) --> [2,3,4]
  (array(T), T) -> array(T) = (CASE WHEN list_position($1, $2) > 0 THEN $1[list_position($1, $2):] END)
subarray_endwith(array, element) → array | up to the element | subarray_endwith(array(1,2,3,4), 3) --> [1,2,3]
  (array(T), T) -> array(T) = (CASE WHEN list_position($1, $2) > 0 THEN $1[1:len($1) + 1 - list_position(list_reverse($1), $2)] END)
element_at(array, place) → element | from 0; from the end where it is negative | element_at(array(1, 2, 3), 2) --> 3
  (array(T), bigint) -> T = (CASE WHEN $2 >= -len($1) THEN $1[CASE WHEN $2 < 0 THEN $2 ELSE $2 + 1 END] END)
first_element(array) → element | first element | first_element(array('a','b','c')) --> "a"
  (array(T)) -> T = $1[1]
last_element(array) → element | last element | last_element(array('a','b','c')) --> "c"
  (array(T)) -> T = $1[-1]
argmin(array) → int | place of the smallest element, from 0 | argmin(array(5,2,0,1)) --> 2
  (array(O)) -> integer = CAST(list_position($1, list_min($1)) - 1 AS INTEGER)
argmax(array) → int | place of the largest element, from 0 | argmax(array(5,2,0,1)) --> 0
  (array(O)) -> integer = CAST(list_position($1, list_max($1)) - 1 AS INTEGER)
argsort(array) → array | places in the order of the elements, from 0 | argsort(array(5,2,0,1)) --> [2,3,1,0]
  (array(O)) -> array(integer) = list_transform(${order}, lambda i: CAST(i AS INTEGER))
argrank(array) → array | rank of each element, from 0 | argrank(array(5,2,0,1)) --> [3,2,0,1]
  (array(O)) -> array(integer) = list_transform([${order}], lambda o: list_transform(o, lambda e, i: CAST(list_position(o, i - 1) - 1 AS INTEGER)))[1]
arange([start, ]stop[, step]) → array | whole numbers without stop | arange(1,5,2) --> [1,3]
  (integer) -> array(integer) = CAST(range($1) AS INTEGER[])
  (integer, integer) -> array(integer) = CAST(range($1, $2) AS INTEGER[])
  (integer, integer, integer) -> array(integer) = CAST(range($1, $2, $3) AS INTEGER[])
vector_add(x, y) → array | sum of each place | vector_add(array(1.0,2.0,3.0), array(2, 3, 4)) --> [3,5,7]
  (array(double), array(double)) -> array(double) = ${pairwise("list_transform(list_zip($1, $2), lambda z: z[1] + z[2])", "DOUBLE[]")}
vector_dot(x, y) → double or array | dot product; with a number, each element by it | vector_dot(array(1.0,2.0,3.0),2) --> [2,4,6]
  (array(double), array(double)) -> double = ${pairwise("list_sum(list_transform(list_zip($1, $2), lambda z: z[1] * z[2]))", "DOUBLE")}
  (array(double), double) -> array(double) = list_transform($1, lambda e: e * $2)
to_bits(array) → array | a set of numbers as bits | to_bits(array(1,2,3,128)) --> [14,0,1]
  (array(bigint)) -> array(bigint) = list_transform(range(0, list_max($1) // 64 + 1), lambda w: coalesce(list_bit_or(list_transform(list_filter($1, lambda e: e // 64 = w), lambda e: CASE WHEN e % 64 = 63 THEN -9223372036854775808 ELSE CAST(1 AS BIGINT) << (e % 64) END)), 0))
unbits(array) → array | the numbers of a set of bits | unbits(to_bits(array(1,4,2,3))) --> [1,2,3,4]
  (array(bigint)) -> array(bigint) = flatten(list_transform($1, lambda w, i: list_transform(list_filter(range(64), lambda b: CASE WHEN b = 63 THEN w < 0 ELSE (w >> b) & 1 = 1 END), lambda b: b + (i - 1) * 64)))
map_get(map, key[, default]) → value | the value of a key | map_get(map('a', 1), 'a', 5) --> 1
  (map(K, V), K) -> V = $1[$2]
  (map(K, V), K, V) -> V = coalesce($1[$2], $3)
map_include_keys(map, keys) → map | these keys only | map_include_keys(map(1,'one',2,'two',3,'three'),array(2,3)) --> {"2":"two","3":"three"}
  (map(K, V), array(K)) -> map(K, V) = map_from_entries(list_filter(map_entries($1), lambda e: list_contains($2, e['key'])))
map_exclude_keys(map, keys) → map | without these keys | map_exclude_keys(map(1,'one',2,'two'),array(2)) --> {"1":"one"}
  (map(K, V), array(K)) -> map(K, V) = map_from_entries(list_filter(map_entries($1), lambda e: NOT list_contains($2, e['key'])))
map_key_values(map) → array | entries as structs | map_key_values(map('one',1,'two',2)) --> [{"key":"one","value":1},{"key":"two","value":2}]
  (map(K, V)) -> array(row(key K, value V)) = map_entries($1)
`;
