import { decimalAverage, decimalSum, finite, hasNaN } from "../../functions/common-aggregates.ts";
import { mayHoldNan, nanFirst } from "../../analyze/operators/compare.ts";
import { aggregate, family, forms, type CallContext } from "../../functions/function-table.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { sqlOf, withType, type Typed } from "../../analyze/typed.ts";
import { engineType } from "../../types/engine-type.ts";
import { foldList } from "../../functions/fold-list.ts";
import { arrayOf, isFloat, isInteger, DOUBLE } from "../../types/type.ts";
import { commas, eachElement, engine, holds, type Lambda, noneNull, type Sql, word, caseOf, group } from "../../sql/tree.ts"; // prettier-ignore

const sumDecimal = (c: CallContext) =>
  decimalSum(c, (type) => c.failing("Decimal overflow", type, "NUMERIC_VALUE_OUT_OF_RANGE"));

/** Of the values as they were written: the engine adds integers in 64 bits, but bigints in 128. */
const averageInteger = (c: CallContext): Sql => {
  const { sql, type } = c.sources[0]!;
  return c.aggregate("avg", [isInteger(type) ? sql : c.args[0]!.sql]);
};

/** In the type of the values. */
const averageDecimal = (c: CallContext) => decimalAverage(c, 0, (digits) => digits);

/** Folds a group's non-null values, in the engine's read order. */
const reduceAgg = (c: CallContext): Sql => {
  const [value, start, step] = sqlOf(c.args) as [Sql, Sql, Lambda];
  const list = c.aggregate("list", [engine`struct_pack(s := ${start}, x := ${value})`]);
  const present = engine`nullif(list_filter(${list}, lambda e: e['x'] IS NOT NULL), [])`;
  return foldList(present, step, start, engineType(c.args[0]!.type));
};

/**
 * Presto's min and max prefer any number over NaN; the engine orders NaN as the largest. So the maximum is computed as the negated minimum
 * of the negated values.
 */
const negated = (c: CallContext, name: string, ordered: number): boolean =>
  name.endsWith("max") && isFloat(c.args[ordered]!.type);
/** The maximum of rows and arrays is found by an ordering key. */
const byKey = (c: CallContext, name: string, ordered: number): boolean =>
  name.endsWith("max") && mayHoldNan(c.args[ordered]!.type);
const extreme = (name: "max" | "min") => forms(
  aggregate("(O) -> O", (c) =>
    negated(c, name, 0) ? engine`(-${c.aggregate("min", [engine`-${c.args[0]!.sql}`])})`
    : byKey(c, name, 0) ? c.aggregate("arg_max", [c.args[0]!.sql, nanFirst(c.args[0]!)])
    : c.aggregate(name, [c.args[0]!.sql])),
  aggregate("(O, bigint) -> array(O)", (c) =>
    negated(c, name, 0) ? engine`list_transform(${c.aggregate("min", [engine`-${c.args[0]!.sql}`, c.args[1]!.sql])}, lambda e: -e)`
    : byKey(c, name, 0) ? c.aggregate("arg_max", [c.args[0]!.sql, nanFirst(c.args[0]!), c.args[1]!.sql])
    : c.aggregate(name, [c.args[0]!.sql, c.args[1]!.sql])),
); // prettier-ignore
const extremeBy = (name: "arg_max" | "arg_min") => {
  const by = (c: CallContext): [name: string, key: Sql] =>
    negated(c, name, 1) ? ["arg_min", engine`-${c.args[1]!.sql}`] : [name, byKey(c, name, 1) ? nanFirst(c.args[1]!) : c.args[1]!.sql];
  return forms(
    aggregate("(T, O) -> T", (c) => c.aggregate(`${by(c)[0]}_null`, [c.args[0]!.sql, by(c)[1]])),
    aggregate("(T, O, bigint) -> array(T)", (c) =>
      engine`list_transform(${c.aggregate(by(c)[0], [engine`struct_pack(v := ${c.args[0]!.sql})`, by(c)[1], c.args[2]!.sql])}, lambda e: e['v'])`),
  );
}; // prettier-ignore
/** The engine's histogram does not support NaN keys. */
const histogram = (c: CallContext): Sql => {
  const { sql, type } = c.args[0]!;
  const all = (values: Sql): Sql =>
    engine`CAST(${c.aggregate("histogram", [values])} AS ${engineType(c.result)})`;
  if (!isFloat(type)) return all(sql);
  const count = c.aggregate("count", [engine`CASE WHEN isnan(${sql}) THEN 1 END`]);
  const rest = all(engine`CASE WHEN NOT isnan(${sql}) THEN ${sql} END`);
  return engine`(CASE WHEN ${count} = 0 THEN ${rest} ELSE map_concat(${rest}, map([CAST('nan' AS ${engineType(type)})], [${count}])) END)`;
};

/** Null for fewer than `least` values. */
const moment = (name: string, least: number) =>
  forms(
    aggregate("(bigint) -> double", `@${name}(CAST($1 AS DOUBLE))`),
    aggregate(
      "(double) -> double",
      `(CASE WHEN @count($1) < ${least} THEN NULL WHEN ${hasNaN("$1 - $1")} THEN 'nan'::DOUBLE ELSE @${name}(${finite("$1")}) END)`,
    ),
  );
/** Of the deviations from the mean. Null for fewer than `least` values. */
const higherMoment = (name: string, least: number) =>
  aggregate(
    "(double) -> double",
    `(CASE WHEN @count($1) >= ${least} THEN ~${name}(~deviations(@list($1)), CAST(@count($1) AS DOUBLE)) END)`,
  );
/** Statistics of two columns; in real unless one of them is double. */
const paired = (name: string, least: number, answer = "'nan'::DOUBLE") => {
  const sql = `(CASE WHEN @regr_count($1, $2) < ${least} THEN NULL WHEN ${hasNaN("$1 - $1 + $2 - $2")} THEN ${answer} ELSE @${name}(${finite("$1")}, ${finite("$2")}) END)`;
  // If non-finite values give null, so does a column with a single value.
  const statistic = answer === "NULL" ? `nullif(${sql}, 'nan'::DOUBLE)` : sql;
  return forms(
    aggregate("(real, real) -> real", `~to_real(${statistic})`),
    aggregate("(double, double) -> double", statistic),
  );
};

const listTexts = (c: CallContext) =>
  c.args[1]!.constant === undefined
    ? c.t.unsupported("listagg with a separator that is not a literal", c.pos)
    : engine`~listagg_text(${c.aggregate("string_agg", [c.args[0]!.sql, c.args[1]!.sql])})`;

const countDistinct = (c: CallContext) => {
  const error = c.args[1]!.constant;
  if (typeof error === "number" && (error < 0.0040625 || error > 0.26))
    c.t.invalid(`Max standard error must be in [0.0040625, 0.26]: ${error}`, c.pos);
  return c.aggregate("count", [engine`DISTINCT ${c.args[0]!.sql}`]);
};

const mostFrequent = (c: CallContext): Sql =>
  engine`~most_frequent(CAST(${c.aggregate("histogram", [c.args[1]!.sql])} AS ${engineType(c.result)}), ${c.args[0]!.sql})`;

export const aggregates = family("functions/aggregate")`
aggregate any_value, arbitrary(x) → same as x | some value of the group that is not null | select any_value(x) from (values null, 5) t(x) --> [[5]]
  (T) -> T = @any_value($1)
aggregate array_agg(x [order by …]) → array | the group's values as an array | select array_agg(x order by x) from (values 2, 1) t(x) --> [[[1,2]]]
  (T) -> array(T) = @list($1)
aggregate avg(x) → double | mean | select avg(x) from (values 1, 2) t(x) --> [[1.5]]
  (bigint) -> double = ${averageInteger}
  (double) -> double = @avg($1)
  (real) -> real = ~to_real(@avg($1))
  (decimal) -> decimal = ${averageDecimal}
  (intervalDaySecond) -> intervalDaySecond = (CAST(floor(@avg($1 // 1000) + 0.5e0) AS BIGINT) * 1000)
  (intervalYearMonth) -> intervalYearMonth = CAST(floor(@avg($1) + 0.5e0) AS INTEGER)
aggregate bool_and, every(boolean) → boolean | whether all are true | select bool_and(x) from (values true, false) t(x) --> [[false]]
  (boolean) -> boolean = @bool_and($1)
aggregate bool_or(boolean) → boolean | whether any is true | select bool_or(x) from (values true, false) t(x) --> [[true]]
  (boolean) -> boolean = @bool_or($1)
aggregate count(*) → bigint | number of rows; count(x): of rows where x is not null | select count(x) from (values 1, null, 3) t(x) --> [[2]]
  () -> bigint = @count()
  (T) -> bigint = @count($1)
-- The engine's own is null without rows.
aggregate count_if(boolean) → bigint | number of rows where it is true | select count_if(x > 1) from (values 1, 2, 3) t(x) --> [[2]]
  (boolean) -> bigint = coalesce(CAST(@count_if($1) AS BIGINT), 0)
aggregate geometric_mean(x) → double | geometric mean | select geometric_mean(x) from (values 1, 4) t(x) --> [[2]]
  (bigint/double) -> double = exp(@avg(~log_of(CAST($1 AS DOUBLE))))
  (real) -> real = CAST(exp(@avg(~log_of(CAST($1 AS DOUBLE)))) AS FLOAT)
aggregate listagg(value[, separator]) within group (order by …) → varchar | the group's texts joined | select listagg(x, ',') within group (order by x) from (values 'b', 'a') t(x) --> [["a,b"]]
  (varchar) -> varchar = ~listagg_text(@string_agg($1, ''))
  (varchar, varchar) -> varchar = ${listTexts}
max(x[, n]) → same as x | largest value | select max(x) from (values 1, 2) t(x) --> [[2]]
  ${extreme("max")}
min(x[, n]) → same as x | smallest value | select min(x) from (values 1, 2) t(x) --> [[1]]
  ${extreme("min")}
max_by(x, y[, n]) → same as x | x of the row with the largest y | select max_by(x, y) from (values ('a', 1), ('b', 2)) t(x, y) --> [["b"]]
  ${extremeBy("arg_max")}
min_by(x, y[, n]) → same as x | x of the row with the smallest y | select min_by(x, y) from (values ('a', 1), ('b', 2)) t(x, y) --> [["a"]]
  ${extremeBy("arg_min")}
aggregate sum(x) → same as x | total | select sum(x) from (values 1, 2) t(x) --> [[3]]
  (bigint) -> bigint = CAST(@sum($1) AS BIGINT)
  (double) -> double = @sum($1)
  (real) -> real = ~to_real(@sum($1))
  (decimal) -> decimal = ${sumDecimal}
  (intervalDaySecond) -> intervalDaySecond = CAST(@sum($1) AS BIGINT)
  (intervalYearMonth) -> intervalYearMonth = CAST(@sum($1) AS INTEGER)
aggregate bitwise_and_agg(x) → bigint | bits that are set in all values | select bitwise_and_agg(x) from (values 6, 3) t(x) --> [[2]]
  (bigint) -> bigint = @bit_and($1)
aggregate bitwise_or_agg(x) → bigint | bits that are set in any value | select bitwise_or_agg(x) from (values 6, 3) t(x) --> [[7]]
  (bigint) -> bigint = @bit_or($1)
aggregate bitwise_xor_agg(x) → bigint | bits that are set in an odd number of values | select bitwise_xor_agg(x) from (values 6, 3) t(x) --> [[5]]
  (bigint) -> bigint = @bit_xor($1)
-- One value per key; keys are in order of first occurrence.
aggregate histogram(x) → map | count of each value | select histogram(x) from (values 'a', 'b', 'a') t(x) --> [[{"a":2,"b":1}]]
  (E) -> map(E, bigint) = ${histogram}
aggregate map_agg(key, value) → map | the group's pairs as a map | select map_agg(k, v) from (values ('a', 1), ('b', 2)) t(k, v) --> [[{"a":1,"b":2}]]
  (E, V) -> map(E, V) = ~map_or_null(~map_of_first(@list(CASE WHEN $1 IS NOT NULL THEN struct_pack(k := $1, v := $2) END)))
aggregate map_union(map) → map | the group's maps together | select map_union(m) from (values map(array['a'], array[1]), map(array['b'], array[2])) t(m) --> [[{"a":1,"b":2}]]
  (map(K, V)) -> map(K, V) = ~map_or_null(~map_of_first(flatten(@list(list_transform(map_entries($1), lambda e: struct_pack(k := e['key'], v := e['value']))))))
aggregate multimap_agg(key, value) → map | the group's values by key, as arrays | select multimap_agg(k, v) from (values ('a', 1), ('b', 2), ('a', 3)) t(k, v) --> [[{"a":[1,3],"b":[2]}]]
  (E, V) -> map(E, array(V)) = ~map_or_null(~multimap_of(@list(CASE WHEN $1 IS NOT NULL THEN struct_pack(k := $1, v := $2) END)))
-- Exact: the engine's sketch has errors of ten percent and more for a few dozen values.
aggregate approx_distinct(x[, e]) → bigint | about how many distinct values there are | select approx_distinct(x) from (values 1, 2, 2) t(x) --> [[2]]
  (E) -> bigint = @count(DISTINCT $1)
  (E, double) -> bigint = ${countDistinct}
aggregate approx_percentile(x[, weight], percentage) → same as x | about the value at that percentage, 0 to 1 | select approx_percentile(x, 0.5) from (values 1, 2, 3) t(x) --> [[2]]
  (bigint/real/double, double) -> bigint/real/double = ${quantile}
  (bigint/real/double, array(double)) -> array(bigint/real/double) = ${quantile}
  (bigint/real/double, double, double) -> bigint/real/double = ${weighted}
  (bigint/real/double, double, array(double)) -> array(bigint/real/double) = ${weighted}
corr(y, x) → double | correlation coefficient | select corr(y, x) from (values (2, 1), (4, 2), (6, 3)) t(y, x) --> [[1]]
  ${paired("corr", 1, "NULL")}
covar_pop(y, x) → double | population covariance | select covar_pop(y, x) from (values (2, 1), (6, 3)) t(y, x) --> [[2]]
  ${paired("covar_pop", 1)}
covar_samp(y, x) → double | sample covariance | select covar_samp(y, x) from (values (2, 1), (6, 3)) t(y, x) --> [[4]]
  ${paired("covar_samp", 2)}
kurtosis(x) → double | excess kurtosis | select kurtosis(x) from (values 1, 2, 3, 5) t(x) --> [[0.3428571428571434]]
  ${higherMoment("kurtosis_of", 4)}
skewness(x) → double | skewness | select skewness(x) from (values 1, 1, 4) t(x) --> [[0.7071067811865476]]
  ${higherMoment("skewness_of", 3)}
regr_intercept(y, x) → double | intercept of the regression line | select regr_intercept(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[0.5]]
  ${paired("regr_intercept", 1, "NULL")}
regr_slope(y, x) → double | slope of the regression line | select regr_slope(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[1.5]]
  ${paired("regr_slope", 1, "NULL")}
aggregate regr_avgx(y, x) → double | mean of x where neither is null | select regr_avgx(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[2]]
  (double, double) -> double = @regr_avgx($1, $2)
aggregate regr_avgy(y, x) → double | mean of y where neither is null | select regr_avgy(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[3.5]]
  (double, double) -> double = @regr_avgy($1, $2)
aggregate regr_count(y, x) → bigint | number of pairs without null | select regr_count(y, x) from (values (2, 1), (5, 3), (null, 4)) t(y, x) --> [[2]]
  (double, double) -> bigint = @regr_count($1, $2)
aggregate regr_r2(y, x) → double | coefficient of determination | select regr_r2(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[1]]
  (double, double) -> double = @regr_r2($1, $2)
aggregate regr_sxx(y, x) → double | sum of squares of x about its mean | select regr_sxx(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[2]]
  (double, double) -> double = @regr_sxx($1, $2)
aggregate regr_sxy(y, x) → double | sum of products of x and y about their means | select regr_sxy(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[3]]
  (double, double) -> double = @regr_sxy($1, $2)
aggregate regr_syy(y, x) → double | sum of squares of y about its mean | select regr_syy(y, x) from (values (2, 1), (5, 3)) t(y, x) --> [[4.5]]
  (double, double) -> double = @regr_syy($1, $2)
stddev, stddev_samp(x) → double | sample standard deviation | select stddev(x) from (values 1, 3) t(x) --> [[1.4142135623730951]]
  ${moment("stddev_samp", 2)}
stddev_pop(x) → double | population standard deviation | select stddev_pop(x) from (values 1, 3) t(x) --> [[1]]
  ${moment("stddev_pop", 1)}
variance, var_samp(x) → double | sample variance | select variance(x) from (values 1, 3) t(x) --> [[2]]
  ${moment("var_samp", 2)}
var_pop(x) → double | population variance | select var_pop(x) from (values 1, 3) t(x) --> [[1]]
  ${moment("var_pop", 1)}
aggregate entropy(c) → double | entropy in bits of counts | select entropy(x) from (values 1, 1) t(x) --> [[1]]
  (double) -> double = ~entropy_of(@list($1))
aggregate reduce_agg(value, start, (s, x) -> s, (s, s) -> s) → s | the group folded into one value | select reduce_agg(x, 0, (s, x) -> s + x, (s, t) -> s + t) from (values 1, 2, 3) t(x) --> [[6]]
  (T, S, (S, T) => S, (S, S) => S) -> S = ${reduceAgg}
aggregate approx_most_frequent, td_approx_most_frequent(buckets, value, capacity) → map | about the most frequent values and their counts | select approx_most_frequent(2, x, 10) from (values 'a','b','a','c','a','b') t(x) --> [[{"a":3,"b":2}]]
  (bigint, E, bigint) -> map(E, bigint) = ${mostFrequent}
`;

/**
 * Exact: the sorted value at index floor(share * count), as in Presto's digests of few values; the engine's quantile uses ceil(share * count)
 * - 1, which differs only if the product is whole.
 */
function quantile(c: CallContext): Sql {
  const [value, share] = c.args as [Typed, Typed];
  if (differsByRow(share))
    return ofLastShare(c, [["x", value.sql]], share, (rows, q) => engine`~percentile_of(${rows}, ${q})`);
  const isArray = share.type.kind === "array";
  const shares = isArray ? engine`coalesce(${share.sql}, [])` : engine`coalesce(${share.sql}, 0)`;
  const wanted = typeof share.constant === "number" ? share : { ...share, sql: shares };
  const above = overShares(c, wanted, (q) => engine`least(${q} + 1e-13, 1.0)`);
  const quantiles = c.aggregate("quantile_disc", [value.sql, above]);
  return wanted === share ? quantiles : engine`(CASE WHEN ${share.sql} IS NOT NULL THEN ${quantiles} END)`;
}

/** Whether a percentage is not the same for all rows, as the engine's quantile requires. */
const differsByRow = ({ sql }: Typed): boolean => holds(sql, "variable") || holds(sql, "query");

/** What is found among a group's rows without nulls, for the percentage of the last of them. */
function ofLastShare(
  c: CallContext,
  fields: readonly (readonly [name: string, sql: Sql])[],
  share: Typed,
  find: (rows: Sql, share: Sql) => Sql,
): Sql {
  const packed = commas(
    [...fields, ["q", share.sql] as const].map(([name, sql]) => engine`${word(name)} := ${sql}`),
  );
  const isPresent = noneNull([...fields.map(([, sql]) => sql), share.sql]);
  const rows = c.aggregate("list", [engine`CASE WHEN ${isPresent} THEN struct_pack(${packed}) END`]);
  const present = engine`list_filter(${rows}, lambda e: e IS NOT NULL)`;
  return bindOnce([withType(present, arrayOf(share.type))], (rs) => {
    const quantileList = overShares(c, { sql: engine`${rs}[-1].q`, type: share.type }, (q) => find(rs, q));
    return engine`(CASE WHEN len(${rs}) > 0 THEN ${quantileList} END)`;
  });
}

/** What is written for a percentile, or for each one of an array. */
function overShares(c: CallContext, { sql, type, constant }: Typed, write: (share: Sql) => Sql): Sql {
  const message = "Percentile must be between 0 and 1";
  if (typeof constant === "number" && (constant < 0 || constant > 1)) c.t.failEarly(message, c.pos);
  const failure = (text: string): Sql => c.failing(text, DOUBLE);
  const checked = (q: Sql, ...more: (readonly [Sql, Sql])[]): Sql =>
    write(group(caseOf([[engine`${q} < 0 OR ${q} > 1`, failure(message)], ...more], q)));
  return type.kind === "array"
    ? eachElement(sql, (q) => checked(q, [engine`${q} IS NULL`, failure("Percentile cannot be null")]))
    : checked(sql);
}

function weighted(c: CallContext): Sql {
  const [value, weight, share] = c.args as [Typed, Typed, Typed];
  const w = bindOnce([weight], (x) => {
    const message = engine`'weight must be >= 1, was ' || ${x}`;
    const failure = c.failing(message, DOUBLE);
    return engine`(CASE WHEN ${x} < 1 AND ${value.sql} IS NOT NULL THEN ${failure} ELSE ${x} END)`;
  });
  return ofLastShare(
    c,
    [
      ["x", value.sql],
      ["w", w],
    ],
    share,
    (rows, q) => engine`~weighted_percentile(${rows}, ${q})`,
  );
}
