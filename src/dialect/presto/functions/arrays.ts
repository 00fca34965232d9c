import { holdsNan, largest, mayHoldNan } from "../../analyze/operators/compare.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { sqlOf, typed, type Typed } from "../../analyze/typed.ts";
import { rowOf } from "../../analyze/expressions/row-value.ts";
import { foldList } from "../../functions/fold-list.ts";
import type { CallContext, Emit, FunctionForm } from "../../functions/function-table.ts";
import { family, forms, scalar } from "../../functions/function-table.ts";
import { engineType } from "../../types/engine-type.ts";
import { arrayOf, isFloat, type Type, VARCHAR } from "../../types/type.ts";
import { convertExplicitly } from "../../analyze/coerce.ts";
import {
  anyNull,
  noneNull,
  call as callOf,
  commas,
  eachElement,
  EMPTY,
  engine,
  type Lambda,
  lambdaOf,
  type Sql,
  variable,
  type Variable,
  word,
} from "../../sql/tree.ts";
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
  return typed(level, c.result);
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
  return typed(
    engine`(CASE WHEN ${anyNull(lists)} THEN NULL ELSE list_transform(range(1, CAST(${longest} + 1 AS BIGINT)), ${lambdaOf([place], row.sql)}) END)`,
    arrayOf(row.type),
  );
};

const zipWith = (c: CallContext): Sql => {
  const [a, b, lambda] = c.args as [Typed, Typed, Typed];
  const { parameters, body } = lambda.sql as Lambda;
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
  const { parameters, body } = lambda.sql as Lambda;
  const [a, b] = parameters as readonly [Variable, Variable];
  const failure = c.failing("Lambda comparator must return either -1, 0, or 1", engine`BIGINT`);
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
    (e) => convertExplicitly(c.t, typed(e, element), VARCHAR, c.pos, false).sql,
  );
  const filled =
    nulls === undefined ? texts : engine`list_transform(${texts}, lambda e: coalesce(e, ${nulls.sql}))`;
  return engine`(CASE WHEN ${noneNull(sqlOf(c.args))} THEN coalesce(${joinTexts(filled, separator)}, '') END)`;
};

const sequenceOf = (kind: string, last: Emit, step?: string) =>
  scalar(`(${kind}, ${kind}${step === undefined ? "" : `, ${step}`}) -> array(${kind})`, last);
const WRONG_WAY =
  "sequence stop value should be greater than or equal to start value if step is greater than zero otherwise stop should be less than or equal to start";
/** The step of a sequence, which fails if it is zero or has the wrong sign. @param more - Further cases. */
const checkedStep = (c: CallContext, more: Sql): Sql => {
  const [start, stop, step] = sqlOf(c.args) as [Sql, Sql, Sql];
  const failure = (message: string): Sql => c.failing(message, engineType(c.args[2]!.type));
  return engine`CASE WHEN ${step} = 0 THEN ${failure("step must not be zero")} WHEN ${start} <> ${stop} AND (${start} < ${stop}) <> (${step} > 0) THEN ${failure(WRONG_WAY)} ${more}ELSE ${step} END`;
};

const series = (c: CallContext): Sql => {
  const [start, stop] = c.args.map(({ sql }) => engine`CAST(${sql} AS TIMESTAMP)`) as [Sql, Sql];
  const step = c.args[2]!.sql;
  const size = engine`~list_size(abs(epoch_us(${stop}) - epoch_us(${start})) // nullif(abs(${step}), 0) + 1, 'sequence')`;
  const checked = checkedStep(c, engine`WHEN ${size} IS NULL THEN ${step} `);
  return engine`generate_series(${start}, ${stop}, to_microseconds(${checked}))`;
};

const monthSeries = (c: CallContext): Sql => {
  const [start, stop] = sqlOf(c.args) as [Sql, Sql];
  return engine`~month_steps(CAST(${start} AS TIMESTAMP), CAST(${stop} AS TIMESTAMP), ${checkedStep(c, EMPTY)})`;
};

const daySeries = (c: CallContext): Sql => {
  const message = "sequence step must be a day interval if start and end values are dates";
  const failure = c.failing(message, engine`BIGINT`);
  const [start, stop, step] = c.args as [Typed, Typed, Typed];
  const days = engine`(CASE WHEN ${step.sql} % 86400000000 <> 0 THEN ${failure} ELSE ${step.sql} END)`;
  return series({ ...c, args: [start, stop, typed(days, step.type)] });
};

const asDates =
  (write: (c: CallContext) => Sql) =>
  (c: CallContext): Sql =>
    engine`list_transform(${write(c)}, lambda d: CAST(d AS DATE))`;
const asTimestamps = (write: (c: CallContext) => Sql) => (c: CallContext): Typed =>
  typed(write(c), arrayOf(c.args[0]!.type)); // prettier-ignore
/** Null if any element is null; NaN only if there is nothing else, although the engine orders it as the largest. */
const nullableExtreme = (name: "max" | "min") => (c: CallContext): Sql => {
  const { sql, type } = c.args[0]!;
  const element = (type as Extract<Type, { kind: "array" }>).element;
  const found =
    name === "max" && isFloat(element)
      ? engine`-list_min(list_transform(${sql}, lambda e: -e))`
      : name === "max" && mayHoldNan(element)
        ? largest(sql, element)
        : callOf(`list_${name}`, [sql]);
  return engine`(CASE WHEN len(list_filter(${sql}, lambda e: e IS NULL)) > 0 THEN NULL ELSE ${found} END)`;
}; // prettier-ignore
/** Searches a value in an array; for NaN, which equals no element, the result is `otherwise`. */
const forNan = (signature: string, found: string, otherwise: string): FunctionForm[] => {
  const [plain, none] = [templateOf(found), templateOf(otherwise)];
  return scalar(signature, (c) => {
    const [list, value] = c.args as [Typed, Typed];
    const fill = (template: typeof plain): Sql =>
      fillTemplate(template(), { hole: (hole) => (hole === "$1" ? list.sql : value.sql) });
    return mayHoldNan(value.type)
      ? engine`(CASE WHEN ${holdsNan(value)} THEN ${fill(none)} ELSE ${fill(plain)} END)`
      : fill(plain);
  });
};

/** any/all/none of a predicate, in three-valued logic: what one element decides, and the answer if none does. */
const matches = (decisive: "TRUE" | "FALSE", found: "TRUE" | "FALSE"): FunctionForm[] =>
  scalar("(array(T), (T) => boolean) -> boolean", (c) => {
    const tests = engine`list_transform(${c.args[0]!.sql}, ${c.args[1]!.sql})`;
    const rest = word(found === "TRUE" ? "FALSE" : "TRUE");
    return bindOnce(
      [typed(tests, arrayOf({ kind: "boolean" }))],
      (ts) =>
        engine`(CASE WHEN ${ts} IS NULL THEN NULL WHEN list_contains(${ts}, ${word(decisive)}) THEN ${word(found)} WHEN ~list_has_null(${ts}) THEN NULL ELSE ${rest} END)`,
    );
  });

export const arrays = family("functions/array", {
  all_match: matches("FALSE", "FALSE"),
  any_match: matches("TRUE", "TRUE"),
  none_match: matches("TRUE", "FALSE"),
  array_distinct: scalar("(array(E)) -> array(E)", "~distinct_in_order($1)"),
  array_except: scalar(
    "(array(E), array(E)) -> array(E)",
    // Nothing taken away leaves the duplicates, as in Trino.
    "(CASE WHEN len($2) = 0 THEN $1 WHEN $2 IS NOT NULL THEN list_filter(~distinct_in_order($1), lambda e: NOT ~list_holds($2, e)) END)",
  ),
  array_intersect: scalar(
    "(array(E), array(E)) -> array(E)",
    // In the order of the longer array.
    "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN len($1) < len($2) THEN list_filter(~distinct_in_order($2), lambda e: ~list_holds($1, e)) ELSE list_filter(~distinct_in_order($1), lambda e: ~list_holds($2, e)) END)",
  ),
  array_union: scalar(
    "(array(E), array(E)) -> array(E)",
    "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE ~distinct_in_order(list_concat($1, $2)) END)",
  ),
  array_first: scalar("(array(T)) -> T", "$1[1]"),
  array_last: scalar("(array(T)) -> T", "$1[-1]"),
  array_histogram: scalar("(array(E)) -> map(E, bigint)", "~histogram_of_list($1)"),
  array_join: scalar("(array(T), varchar) -> varchar | (array(T), varchar, varchar) -> varchar", joinText),
  array_max: scalar("(array(O)) -> O", nullableExtreme("max")),
  array_min: scalar("(array(O)) -> O", nullableExtreme("min")),
  array_position: forNan(
    "(array(E), E) -> bigint",
    "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE coalesce(CAST(list_position($1, $2) AS BIGINT), 0) END)",
    "(CASE WHEN $1 IS NOT NULL THEN CAST(0 AS BIGINT) END)",
  ),
  array_remove: forNan(
    "(array(E), E) -> array(E)",
    "(CASE WHEN $2 IS NOT NULL THEN list_filter($1, lambda e: e IS NULL OR e <> $2) END)",
    "$1",
  ),
  array_sort: forms(
    scalar("(array(O)) -> array(O)", "list_sort($1, 'ASC', 'NULLS LAST')"),
    scalar("(array(T), (T, T) => bigint) -> array(T)", sortBy),
  ),
  array_average: scalar("(array(double)) -> double", "list_avg($1)"),
  array_sum: forms(
    scalar(
      "(array(bigint)) -> bigint",
      "CAST(coalesce(list_sum($1), CASE WHEN $1 IS NOT NULL THEN 0 END) AS BIGINT)",
    ),
    scalar("(array(double)) -> double", "coalesce(list_sum($1), CASE WHEN $1 IS NOT NULL THEN 0.0 END)"),
  ),
  array_has_duplicates: scalar("(array(E)) -> boolean", "(len(~distinct_in_order($1)) < len($1))"),
  array_duplicates: scalar(
    "(array(E)) -> array(E)",
    "list_filter(~distinct_in_order($1), lambda e: len(list_filter($1, lambda o: o IS NOT DISTINCT FROM e)) > 1)",
  ),
  arrays_overlap: scalar(
    "(array(E), array(E)) -> boolean",
    "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN list_has_any($1, $2) THEN TRUE WHEN len($1) = 0 OR len($2) = 0 THEN FALSE WHEN ~list_has_null($1) OR ~list_has_null($2) THEN NULL ELSE FALSE END)",
  ),
  cardinality: forms(
    scalar("(array(T)) -> bigint", "len($1)"),
    scalar("(map(K, V)) -> bigint", "CAST(cardinality($1) AS BIGINT)"),
    scalar("(hyperloglog) -> bigint", "~sketch_size($1)"),
  ),
  combinations: scalar(
    "(array(T), bigint) -> array(array(T))",
    "(CASE WHEN $2 IS NOT NULL THEN ~combinations($1, $2) END)",
  ),
  contains: forms(
    forNan(
      "(array(E), E) -> boolean",
      "(CASE WHEN list_contains($1, $2) THEN TRUE WHEN $1 IS NULL OR $2 IS NULL OR ~list_has_null($1) THEN NULL ELSE FALSE END)",
      "(CASE WHEN $1 IS NULL OR ~list_has_null($1) THEN NULL ELSE FALSE END)",
    ),
    scalar("(varchar, ipaddress) -> boolean", "svc_network_contains($1, $2)"),
  ),
  contains_sequence: scalar(
    "(array(E), array(E)) -> boolean",
    "(len(list_filter(range(0, CAST(len($1) - len($2) + 1 AS BIGINT)), lambda i: $1[i + 1:i + len($2)] = $2)) > 0)",
  ),
  element_at: forms(
    scalar("(array(T), bigint) -> T", elementAt),
    forNan("(map(K, V), K) -> V", "$1[$2]", "NULL"),
  ),
  filter: scalar("(array(T), (T) => boolean) -> array(T)", "list_filter($1, $2)"),
  find_first: scalar("(array(T), (T) => boolean) -> T", "list_filter($1, $2)[1]"),
  find_first_index: scalar(
    "(array(T), (T) => boolean) -> bigint",
    (c) => engine`CAST(list_position(list_transform(${c.args[0]!.sql}, ${c.args[1]!.sql}), TRUE) AS BIGINT)`,
  ),
  flatten: scalar("(array(array(T))) -> array(T)", "flatten($1)"),
  ngrams: scalar("(array(T), bigint) -> array(array(T))", "~ngrams($1, $2)"),
  reduce: scalar("(array(T), S, (S, T) => S, (S) => R) -> R", reduce),
  repeat: scalar(
    "(T, bigint) -> array(T)",
    "list_transform(range(~list_size(CASE WHEN $2 < 0 THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!count argument of repeat function must be greater than or equal to 0' AS BIGINT) ELSE $2 END, 'repeat')), lambda i: $1)",
  ),
  sequence: forms(
    sequenceOf(
      "bigint",
      "generate_series($1, $2, CASE WHEN ~list_size(abs($2 - $1) + 1, 'sequence') > 0 AND $1 <= $2 THEN 1 ELSE -1 END)",
    ),
    sequenceOf(
      "bigint",
      `generate_series($1, $2, CASE WHEN $3 = 0 THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!step must not be zero' AS BIGINT) WHEN ($1 < $2) <> ($3 > 0) AND $1 <> $2 THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!${WRONG_WAY}' AS BIGINT) WHEN ~list_size(($2 - $1) // nullif($3, 0) + 1, 'sequence') IS NULL THEN $3 ELSE $3 END)`,
      "bigint",
    ),
    sequenceOf(
      "date",
      "list_transform(generate_series(CAST($1 AS TIMESTAMP), CAST($2 AS TIMESTAMP), to_days(CASE WHEN ~list_size(abs($2 - $1) + 1, 'sequence') > 0 AND $1 <= $2 THEN 1 ELSE -1 END)), lambda d: CAST(d AS DATE))",
    ),
    sequenceOf("date", asDates(daySeries), "intervalDaySecond"),
    sequenceOf("date", asDates(monthSeries), "intervalYearMonth"),
    scalar("(timestamp, timestamp, intervalDaySecond) -> array(timestamp)", asTimestamps(series)),
    scalar("(timestamp, timestamp, intervalYearMonth) -> array(timestamp)", asTimestamps(monthSeries)),
  ),
  shuffle: scalar(
    "(array(T)) -> array(T)",
    "list_transform(list_sort(list_transform($1, lambda e: struct_pack(r := random(), v := e))), lambda p: p['v'])",
  ),
  slice: scalar("(array(T), bigint, bigint) -> array(T)", "~slice_list($1, $2, $3)"),
  transform: scalar("(array(T), (T) => U) -> array(U)", "list_transform($1, $2)"),
  trim_array: scalar("(array(T), bigint) -> array(T)", (c) => {
    const [list, count] = c.args as [Typed, Typed];
    const failure = c.failing("size must not exceed array cardinality or be negative");
    return engine`(CASE WHEN ${count.sql} > len(${list.sql}) OR ${count.sql} < 0 THEN ${failure} ELSE ${list.sql}[1:len(${list.sql}) - ${count.sql}] END)`;
  }),
  euclidean_distance: scalar(
    "(array(double), array(double)) -> double",
    "sqrt(~sum_of(list_transform(~pairs_of($1, $2), lambda p: (coalesce(p['x'], 0) - coalesce(p['y'], 0)) * (coalesce(p['x'], 0) - coalesce(p['y'], 0)))))",
  ),
  dot_product: scalar(
    "(array(double), array(double)) -> double",
    "~sum_of(list_transform(~pairs_of($1, $2), lambda p: p['x'] * p['y']))",
  ),
  zip: scalar(
    "(array(A), array(B)) -> array(A) | (array(A), array(B), array(C)) -> array(A) | (array(A), array(B), array(C), array(D)) -> array(A) | (array(A), array(B), array(C), array(D), array(F)) -> array(A)",
    zip,
  ),
  zip_with: scalar("(array(A), array(B), (A, B) => C) -> array(C)", zipWith),
});
