import { holdsNan, largest, mayHoldNan } from "../../analyze/operators/compare.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { sqlOf, withType, type Typed } from "../../analyze/typed.ts";
import { rowOf } from "../../analyze/expressions/row-value.ts";
import { foldList } from "../../functions/fold-list.ts";
import type { CallContext, Emit } from "../../functions/function-table.ts";
import { family } from "../../functions/function-table.ts";
import { engineType } from "../../types/engine-type.ts";
import { arrayOf, isFloat, type Type, VARCHAR, BIGINT } from "../../types/type.ts";
import { convertExplicitly } from "../../analyze/coerce.ts";
import { anyNull, noneNull, call as callOf, commas, eachElement, engine, type Lambda, lambdaOf, type Sql, variable, type Variable, caseOf, constant } from "../../sql/tree.ts"; // prettier-ignore
import { joinTexts } from "../../functions/common-texts.ts";
import { fillTemplate, templateOf } from "../../sql/template.ts";

const elementOf = (value: Typed): Type => (value.type.kind === "array" ? value.type.element : value.type);

/** Index from 1, or from the end if negative; null out of range, error for 0. */
const elementAt = (c: CallContext): Sql => {
  const [list, index] = c.args as [Typed, Typed];
  if (typeof index.constant === "number" && index.constant !== 0)
    return engine`${list.sql}[${index.constant}]`;
  const failure = c.failing("SQL array indices start at 1");
  // Index 0 fails at run time, so that TRY can catch it.
  return bindOnce([index], (i) => engine`(CASE WHEN ${i} = 0 THEN ${failure} ELSE ${list.sql}[${i}] END)`);
};

/** reduce(array, state, step, output). */
const reduce = (c: CallContext): Typed => {
  const [list, initial, step, output] = c.args as [Typed, Typed, Typed, Typed];
  const element = elementOf(list);
  const level = bindOnce([list], (xs) => {
    const first = engine`CAST(${initial.sql} AS ${engineType(initial.type)})`;
    const steps = engine`list_transform(${xs}, lambda e: struct_pack(s := ${first}, x := e))`;
    const folded = foldList(steps, step.sql as Lambda, first, engineType(element));
    return engine`(CASE WHEN ${xs} IS NULL THEN NULL ELSE list_transform([${folded}], ${output.sql})[1] END)`;
  });
  return withType(level, c.result);
};

/** Zips several arrays; shorter ones are padded with nulls. */
const zip = (c: CallContext): Typed => {
  const fields = c.args.map((arg) => ({ name: null, type: elementOf(arg) }));
  const lists = sqlOf(c.args);
  const longest = engine`greatest(${commas(lists.map((list) => engine`len(${list})`))})`;
  const place = variable();
  const row = rowOf(
    fields,
    lists.map((list) => engine`${list}[${place}]`),
  );
  return withType(
    engine`(CASE WHEN ${anyNull(lists)} THEN NULL ELSE list_transform(range(1, CAST(${longest} + 1 AS BIGINT)), ${lambdaOf([place], row.sql)}) END)`,
    arrayOf(row.type),
  );
};

const zipWith = (c: CallContext): Sql => {
  const [a, b, lambda] = c.args as [Typed, Typed, Typed];
  const { detail: parameters, parts: [body] } = lambda.sql as Lambda; // prettier-ignore
  const [first, second] = parameters as readonly [Variable, Variable];
  const pairs = engine`list_transform(range(1, CAST(greatest(len(${a.sql}), len(${b.sql})) + 1 AS BIGINT)), lambda i: struct_pack(a := ${a.sql}[i], b := ${b.sql}[i]))`;
  const fields = [
    { variable: first, field: "a" },
    { variable: second, field: "b" },
  ];
  return engine`(CASE WHEN ${noneNull([a.sql, b.sql])} THEN list_transform(${pairs}, ${lambdaOf([fields], body)}) END)`;
};

/** Sorts by a comparator: counts the preceding elements of each; quadratic, but stable. */
const sortBy = (c: CallContext): Sql => {
  const [list, lambda] = c.args as [Typed, Typed];
  const { detail: parameters, parts: [body] } = lambda.sql as Lambda; // prettier-ignore
  const [a, b] = parameters as readonly [Variable, Variable];
  const failure = c.failing("Lambda comparator must return either -1, 0, or 1", BIGINT);
  const order = engine`CASE WHEN (${body}) IN (-1, 0, 1) THEN (${body}) ELSE ${failure} END`;
  return bindOnce([list], (xs) => {
    const [i, j, p] = [variable(), variable(), variable()];
    const compared = lambdaOf([a, j], engine`struct_pack(c := (${order}), j := ${j})`);
    const before = engine`len(list_filter(list_transform(${xs}, ${compared}), lambda q: q['j'] <> ${p}['i'] AND (q['c'] < 0 OR (q['c'] = 0 AND q['j'] < ${p}['i']))))`;
    const numbered = lambdaOf([b, i], engine`struct_pack(v := ${b}, i := ${i})`);
    const ranked = engine`list_transform(list_transform(${xs}, ${numbered}), ${lambdaOf([p], engine`struct_pack(r := list_transform([${p}['v']], ${lambdaOf([b], before)})[1], v := ${p}['v'])`)})`;
    return engine`list_transform(list_sort(${ranked}), lambda e: e['v'])`;
  });
};

const joinText = (c: CallContext): Sql => {
  const [list, separator, nulls] = c.args as [Typed, Typed, Typed | undefined];
  const element = elementOf(list);
  const texts = eachElement(
    list.sql,
    (e) => convertExplicitly(c.t, withType(e, element), VARCHAR, c.pos, false).sql,
  );
  const filled =
    nulls === undefined ? texts : engine`list_transform(${texts}, lambda e: coalesce(e, ${nulls.sql}))`;
  return engine`(CASE WHEN ${noneNull(sqlOf(c.args))} THEN coalesce(${joinTexts(filled, separator)}, '') END)`;
};

const WRONG_WAY =
  "sequence stop value should be greater than or equal to start value if step is greater than zero otherwise stop should be less than or equal to start";
/** The step of a sequence, which fails if it is zero or has the wrong sign. @param more - Further cases. */
const checkedStep = (c: CallContext, ...more: (readonly [Sql, Sql])[]): Sql => {
  const [start, stop, step] = sqlOf(c.args) as [Sql, Sql, Sql];
  const failure = (message: string): Sql => c.failing(message, c.args[2]!.type);
  const isWrongWay = engine`${start} <> ${stop} AND (${start} < ${stop}) <> (${step} > 0)`;
  return caseOf([[engine`${step} = 0`, failure("step must not be zero")], [isWrongWay, failure(WRONG_WAY)], ...more], step); // prettier-ignore
};

const series = (c: CallContext): Sql => {
  const [start, stop] = c.args.map(({ sql }) => engine`CAST(${sql} AS TIMESTAMP)`) as [Sql, Sql];
  const step = c.args[2]!.sql;
  const size = engine`~list_size(abs(epoch_us(${stop}) - epoch_us(${start})) // nullif(abs(${step}), 0) + 1, 'sequence')`;
  const checked = checkedStep(c, [engine`${size} IS NULL`, step]);
  return engine`generate_series(${start}, ${stop}, to_microseconds(${checked}))`;
};

const monthSeries = (c: CallContext): Sql => {
  const [start, stop] = sqlOf(c.args) as [Sql, Sql];
  return engine`~month_steps(CAST(${start} AS TIMESTAMP), CAST(${stop} AS TIMESTAMP), ${checkedStep(c)})`;
};

const daySeries = (c: CallContext): Sql => {
  const message = "sequence step must be a day interval if start and end values are dates";
  const failure = c.failing(message, BIGINT);
  const [start, stop, step] = c.args as [Typed, Typed, Typed];
  const days = engine`(CASE WHEN ${step.sql} % 86400000000 <> 0 THEN ${failure} ELSE ${step.sql} END)`;
  return series({ ...c, args: [start, stop, withType(days, step.type)] });
};

const asDates =
  (write: (c: CallContext) => Sql) =>
  (c: CallContext): Sql =>
    engine`list_transform(${write(c)}, lambda d: CAST(d AS DATE))`;
const asTimestamps = (write: (c: CallContext) => Sql) => (c: CallContext): Typed =>
  withType(write(c), arrayOf(c.args[0]!.type)); // prettier-ignore
/** Null if any element is null; NaN only if there is nothing else, although the engine orders it as the largest. */
const nullableExtreme = (name: "max" | "min") => (c: CallContext): Sql => {
  const { sql, type } = c.args[0]!;
  const element = (type as Extract<Type, { kind: "array" }>).element;
  const extreme =
    name === "max" && isFloat(element)
      ? engine`-list_min(list_transform(${sql}, lambda e: -e))`
      : name === "max" && mayHoldNan(element)
        ? largest(sql, element)
        : callOf(`list_${name}`, [sql]);
  return engine`(CASE WHEN len(list_filter(${sql}, lambda e: e IS NULL)) > 0 THEN NULL ELSE ${extreme} END)`;
}; // prettier-ignore
/** Searches a value in an array; for NaN, which equals no element, the result is `otherwise`. */
const forNan = (whenNan: string, otherwise: string): Emit => {
  const [plain, none] = [templateOf(whenNan), templateOf(otherwise)];
  return (c) => {
    const [list, value] = c.args as [Typed, Typed];
    const fill = (template: typeof plain): Sql =>
      fillTemplate(template(), { values: [null, list.sql, value.sql] });
    return mayHoldNan(value.type)
      ? engine`(CASE WHEN ${holdsNan(value)} THEN ${fill(none)} ELSE ${fill(plain)} END)`
      : fill(plain);
  };
};

/** any/all/none of a predicate, in three-valued logic: what one element decides, and the answer if none does. */
const matches =
  (decisive: "TRUE" | "FALSE", decided: "TRUE" | "FALSE"): Emit =>
  (c) => {
    const tests = engine`list_transform(${c.args[0]!.sql}, ${c.args[1]!.sql})`;
    const rest = constant(decided === "TRUE" ? "FALSE" : "TRUE");
    return bindOnce(
      [withType(tests, arrayOf({ kind: "boolean" }))],
      (ts) =>
        engine`(CASE WHEN ${ts} IS NULL THEN NULL WHEN list_contains(${ts}, ${constant(decisive)}) THEN ${constant(decided)} WHEN ~list_has_null(${ts}) THEN NULL ELSE ${rest} END)`,
    );
  };

const firstIndex = (c: CallContext) =>
  engine`CAST(list_position(list_transform(${c.args[0]!.sql}, ${c.args[1]!.sql}), TRUE) AS BIGINT)`;

const trimArray = (c: CallContext) => {
  const [list, count] = c.args as [Typed, Typed];
  const failure = c.failing("size must not exceed array cardinality or be negative");
  return engine`(CASE WHEN ${count.sql} > len(${list.sql}) OR ${count.sql} < 0 THEN ${failure} ELSE ${list.sql}[1:len(${list.sql}) - ${count.sql}] END)`;
};

const positionOf = forNan(
  "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE coalesce(CAST(list_position($1, $2) AS BIGINT), 0) END)",
  "(CASE WHEN $1 IS NOT NULL THEN CAST(0 AS BIGINT) END)",
);
const without = forNan(
  "(CASE WHEN $2 IS NOT NULL THEN list_filter($1, lambda e: e IS NULL OR e <> $2) END)",
  "$1",
);
const holdsValue = forNan(
  "(CASE WHEN list_contains($1, $2) THEN TRUE WHEN $1 IS NULL OR $2 IS NULL OR ~list_has_null($1) THEN NULL ELSE FALSE END)",
  "(CASE WHEN $1 IS NULL OR ~list_has_null($1) THEN NULL ELSE FALSE END)",
);
const valueOf = forNan("$1[$2]", "NULL");

export const arrays = family("functions/array")`
all_match(array, x -> boolean) → boolean | whether every element matches | all_match(array[1, 2], x -> x > 1) --> false
  (array(T), (T) => boolean) -> boolean = ${matches("FALSE", "FALSE")}
any_match(array, x -> boolean) → boolean | whether some element matches | any_match(array[1,2], x -> x > 1) --> true
  (array(T), (T) => boolean) -> boolean = ${matches("TRUE", "TRUE")}
none_match(array, x -> boolean) → boolean | whether no element matches | none_match(array[1,2], x -> x > 5) --> true
  (array(T), (T) => boolean) -> boolean = ${matches("TRUE", "FALSE")}
array_distinct(array) → array | without repeated elements | array_distinct(array[3,1,3,null,null]) --> [3,1,null]
  (array(E)) -> array(E) = ~distinct_in_order($1)
-- Nothing taken away leaves the duplicates, as in Trino.
array_except(x, y) → array | elements of x that are not in y | array_except(array[1,2,3], array[2]) --> [1,3]
  (array(E), array(E)) -> array(E) = (CASE WHEN len($2) = 0 THEN $1 WHEN $2 IS NOT NULL THEN list_filter(~distinct_in_order($1), lambda e: NOT ~list_holds($2, e)) END)
-- In the order of the longer array.
array_intersect(x, y) → array | elements that are in both | array_intersect(array[1,2,3], array[3,1]) --> [1,3]
  (array(E), array(E)) -> array(E) = (CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN len($1) < len($2) THEN list_filter(~distinct_in_order($2), lambda e: ~list_holds($1, e)) ELSE list_filter(~distinct_in_order($1), lambda e: ~list_holds($2, e)) END)
array_union(x, y) → array | elements of either, without repetition | array_union(array[1,2], array[2,3]) --> [1,2,3]
  (array(E), array(E)) -> array(E) = (CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE ~distinct_in_order(list_concat($1, $2)) END)
array_first(array) → element | first element | array_first(array[1,2]) --> 1
  (array(T)) -> T = $1[1]
array_last(array) → element | last element | array_last(array[1,2]) --> 2
  (array(T)) -> T = $1[-1]
array_histogram(array) → map | count of each element | array_histogram(array[1,2,1]) --> {"1":2,"2":1}
  (array(E)) -> map(E, bigint) = ~histogram_of_list($1)
array_join(array, delimiter[, null_replacement]) → varchar | elements as one text | array_join(array[1, null, 3], ',', '-') --> "1,-,3"
  (array(T), varchar) -> varchar | (array(T), varchar, varchar) -> varchar = ${joinText}
array_max(array) → element | largest element | array_max(array[1,5,2]) --> 5
  (array(O)) -> O = ${nullableExtreme("max")}
array_min(array) → element | smallest element | array_min(array[3,1,2]) --> 1
  (array(O)) -> O = ${nullableExtreme("min")}
array_position(array, element) → bigint | first position of the element, from 1; 0 when it is not there | array_position(array[5, 6], 6) --> 2
  (array(E), E) -> bigint = ${positionOf}
array_remove(array, element) → array | without the elements that are equal to it | array_remove(array[1,2,1], 1) --> [2]
  (array(E), E) -> array(E) = ${without}
array_sort(array[, (x, y) -> int]) → array | sorted, null last | array_sort(array[3,1,2]) --> [1,2,3]
  (array(O)) -> array(O) = list_sort($1, 'ASC', 'NULLS LAST')
  (array(T), (T, T) => bigint) -> array(T) = ${sortBy}
array_average(array) → double | mean of the elements | array_average(array[1,2,6]) --> 3
  (array(double)) -> double = list_avg($1)
array_sum(array) → same as element | total of the elements | array_sum(array[1,2,3]) --> 6
  (array(bigint)) -> bigint = CAST(coalesce(list_sum($1), CASE WHEN $1 IS NOT NULL THEN 0 END) AS BIGINT)
  (array(double)) -> double = coalesce(list_sum($1), CASE WHEN $1 IS NOT NULL THEN 0.0 END)
array_has_duplicates(array) → boolean | whether an element is there more than once | array_has_duplicates(array[1,2,1]) --> true
  (array(E)) -> boolean = (len(~distinct_in_order($1)) < len($1))
array_duplicates(array) → array | elements that are there more than once | array_duplicates(array[1,2,1,3,2]) --> [1,2]
  (array(E)) -> array(E) = list_filter(~distinct_in_order($1), lambda e: len(list_filter($1, lambda o: o IS NOT DISTINCT FROM e)) > 1)
arrays_overlap(x, y) → boolean | whether they have an element in common | arrays_overlap(array[1], array[2]) --> false
  (array(E), array(E)) -> boolean = (CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN list_has_any($1, $2) THEN TRUE WHEN len($1) = 0 OR len($2) = 0 THEN FALSE WHEN ~list_has_null($1) OR ~list_has_null($2) THEN NULL ELSE FALSE END)
cardinality(x) → bigint | number of elements of an array or a map | cardinality(array[1,2]) --> 2
  (array(T)) -> bigint = len($1)
  (map(K, V)) -> bigint = CAST(cardinality($1) AS BIGINT)
  (hyperloglog) -> bigint = ~sketch_size($1)
combinations(array, n) → array | all n-element subsets | combinations(array[1, 2, 3], 2) --> [[1,2],[1,3],[2,3]]
  (array(T), bigint) -> array(array(T)) = (CASE WHEN $2 IS NOT NULL THEN ~combinations($1, $2) END)
contains(array, element) → boolean | whether the element is in it | contains(array[1, 2], 2) --> true
  (array(E), E) -> boolean = ${holdsValue}
  (varchar, ipaddress) -> boolean = svc_network_contains($1, $2)
contains_sequence(array, part) → boolean | whether the part is in it, in one piece | contains_sequence(array[1,2,3], array[2,3]) --> true
  (array(E), array(E)) -> boolean = (len(list_filter(range(0, CAST(len($1) - len($2) + 1 AS BIGINT)), lambda i: $1[i + 1:i + len($2)] = $2)) > 0)
element_at(array or map, index or key) → element | the element, null when it is not there | element_at(array[1,2,3], 2) --> 2
  (array(T), bigint) -> T = ${elementAt}
  (map(K, V), K) -> V = ${valueOf}
filter(array, x -> boolean) → array | elements that match | filter(array[1, 2, 3], x -> x > 1) --> [2,3]
  (array(T), (T) => boolean) -> array(T) = list_filter($1, $2)
find_first(array, x -> boolean) → element | first element that matches | find_first(array[1,5,7], x -> x > 4) --> 5
  (array(T), (T) => boolean) -> T = list_filter($1, $2)[1]
find_first_index(array, x -> boolean) → bigint | position of the first element that matches | find_first_index(array[5,6,7], x -> x > 5) --> 2
  (array(T), (T) => boolean) -> bigint = ${firstIndex}
flatten(array of arrays) → array | all elements in one array | flatten(array[array[1], array[2, 3]]) --> [1,2,3]
  (array(array(T))) -> array(T) = flatten($1)
ngrams(array, n) → array | all sequences of n neighbors | ngrams(array['a', 'b', 'c'], 2) --> [["a","b"],["b","c"]]
  (array(T), bigint) -> array(array(T)) = ~ngrams($1, $2)
reduce(array, start, (s, x) -> s, s -> r) → r | folded into one value | reduce(array[1, 2, 3], 0, (s, x) -> s + x, s -> s) --> 6
  (array(T), S, (S, T) => S, (S) => R) -> R = ${reduce}
repeat(element, count) → array | the element so many times | repeat('a', 2) --> ["a","a"]
  (T, bigint) -> array(T) = list_transform(range(~list_size(CASE WHEN $2 < 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'count argument of repeat function must be greater than or equal to 0', BIGINT) ELSE $2 END, 'repeat')), lambda i: $1)
sequence(start, stop[, step]) → array | numbers or times from start to stop | sequence(1, 5) --> [1,2,3,4,5]
  (bigint, bigint) -> array(bigint) = generate_series($1, $2, CASE WHEN ~list_size(abs($2 - $1) + 1, 'sequence') > 0 AND $1 <= $2 THEN 1 ELSE -1 END)
  (bigint, bigint, bigint) -> array(bigint) = generate_series($1, $2, CASE WHEN $3 = 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'step must not be zero', BIGINT) WHEN ($1 < $2) <> ($3 > 0) AND $1 <> $2 THEN fail(INVALID_FUNCTION_ARGUMENT, '${WRONG_WAY}', BIGINT) WHEN ~list_size(($2 - $1) // nullif($3, 0) + 1, 'sequence') IS NULL THEN $3 ELSE $3 END)
  (date, date) -> array(date) = list_transform(generate_series(CAST($1 AS TIMESTAMP), CAST($2 AS TIMESTAMP), to_days(CASE WHEN ~list_size(abs($2 - $1) + 1, 'sequence') > 0 AND $1 <= $2 THEN 1 ELSE -1 END)), lambda d: CAST(d AS DATE))
  (date, date, intervalDaySecond) -> array(date) = ${asDates(daySeries)}
  (date, date, intervalYearMonth) -> array(date) = ${asDates(monthSeries)}
  (timestamp, timestamp, intervalDaySecond) -> array(timestamp) = ${asTimestamps(series)}
  (timestamp, timestamp, intervalYearMonth) -> array(timestamp) = ${asTimestamps(monthSeries)}
shuffle(array) → array | in random order | cardinality(shuffle(array[1, 2])) --> 2
  (array(T)) -> array(T) = list_transform(list_sort(list_transform($1, lambda e: struct_pack(r := random(), v := e))), lambda p: p['v'])
slice(array, start, length) → array | a part, from 1; negative: from the end | slice(array[1, 2, 3], 2, 2) --> [2,3]
  (array(T), bigint, bigint) -> array(T) = ~slice_list($1, $2, $3)
transform(array, x -> y) → array | each element turned into another | transform(array[5,6], x -> x + 1) --> [6,7]
  (array(T), (T) => U) -> array(U) = list_transform($1, $2)
trim_array(array, n) → array | without its last n elements | trim_array(array[1, 2, 3], 2) --> [1]
  (array(T), bigint) -> array(T) = ${trimArray}
euclidean_distance(x, y) → double | distance of two points, as arrays | euclidean_distance(array[1.0,2.0], array[3.0,4.0]) --> 2.8284271247461903
  (array(double), array(double)) -> double = sqrt(~sum_of(list_transform(~pairs_of($1, $2), lambda p: (coalesce(p['x'], 0) - coalesce(p['y'], 0)) * (coalesce(p['x'], 0) - coalesce(p['y'], 0)))))
dot_product(x, y) → double | sum of the products, element by element | dot_product(array[1e0,2e0], array[3e0,4e0]) --> 11
  (array(double), array(double)) -> double = ~sum_of(list_transform(~pairs_of($1, $2), lambda p: p['x'] * p['y']))
zip(array, array, …) → array of rows | elements side by side | zip(array[1], array['a'], array[true]) --> [[1,"a",true]]
  (array(A), array(B)) -> array(A) | (array(A), array(B), array(C)) -> array(A) | (array(A), array(B), array(C), array(D)) -> array(A) | (array(A), array(B), array(C), array(D), array(F)) -> array(A) = ${zip}
zip_with(x, y, (a, b) -> c) → array | elements side by side, each pair made one | zip_with(array[1,2], array[3,4], (x,y) -> x + y) --> [4,6]
  (array(A), array(B), (A, B) => C) -> array(C) = ${zipWith}
`;
