import { fromDigits } from "../../analyze/operators/decimals.ts";
import { ofDecimalSum, finite, hasNaN } from "../../functions/common-aggregates.ts";
import { mayHoldNan, nanFirst } from "../../analyze/operators/compare.ts";
import { aggregate, family, forms, type CallContext } from "../../functions/function-table.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { sqlOf, typed, type Typed } from "../../analyze/typed.ts";
import { engineType } from "../../types/engine-type.ts";
import { foldList } from "../../functions/fold-list.ts";
import { arrayOf, decimal, isFloat, decimalOf } from "../../types/type.ts";
import {
  commas,
  eachElement,
  EMPTY,
  engine,
  holds,
  type Lambda,
  noneNull,
  type Sql,
  word,
} from "../../sql/tree.ts";

const sumDecimal = (c: CallContext) => {
  const type = decimal(38, decimalOf(c.args[0]!.type).scale);
  const ofHalves = (high: Sql, low: Sql): Sql => fromDigits(engine`~halves_or_fail(${high}, ${low})`, type);
  const sql = ofDecimalSum(c, (sum) => sum, ofHalves);
  return typed(sql, type);
};

/** Average of decimals in their own type, rounded half up; sum and count are exact. */
const averageDecimal = (c: CallContext) => {
  const { precision, scale } = decimalOf(c.args[0]!.type);
  const count = engine`CAST(nullif(${c.aggregate("count", [c.args[0]!.sql])}, 0) AS HUGEINT)`;
  const digits = ofDecimalSum(
    c,
    (sum) => engine`~round_quotient(~decimal_digits(${sum}), ${count})`,
    (high, low) => engine`~halves_quotient(${high}, ${low}, ${count})`,
  );
  const type = decimal(precision, scale);
  return typed(fromDigits(digits, type), type);
};

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
  aggregate(
    "(double) -> double",
    `(CASE WHEN @count($1) < ${least} THEN NULL WHEN ${hasNaN("$1 - $1")} THEN 'nan'::DOUBLE ELSE @${name}(${finite("$1")}) END)`,
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
  const written = answer === "NULL" ? `nullif(${sql}, 'nan'::DOUBLE)` : sql;
  return forms(
    aggregate("(real, real) -> real", `~to_real(${written})`),
    aggregate("(double, double) -> double", written),
  );
};

export const aggregates = family("functions/aggregate", {
  any_value: aggregate("(T) -> T", "@any_value($1)"),
  arbitrary: aggregate("(T) -> T", "@any_value($1)"),
  array_agg: aggregate("(T) -> array(T)", "@list($1)"),
  avg: forms(
    aggregate("(bigint) -> double | (double) -> double", "@avg($1)"),
    aggregate("(real) -> real", "~to_real(@avg($1))"),
    aggregate("(decimal) -> decimal", averageDecimal),
    aggregate(
      "(intervalDaySecond) -> intervalDaySecond",
      "(CAST(floor(@avg($1 // 1000) + 0.5e0) AS BIGINT) * 1000)",
    ),
    aggregate("(intervalYearMonth) -> intervalYearMonth", "CAST(floor(@avg($1) + 0.5e0) AS INTEGER)"),
  ),
  bool_and: aggregate("(boolean) -> boolean", "@bool_and($1)"),
  bool_or: aggregate("(boolean) -> boolean", "@bool_or($1)"),
  every: aggregate("(boolean) -> boolean", "@bool_and($1)"),
  count: forms(aggregate("() -> bigint", "@count()"), aggregate("(T) -> bigint", "@count($1)")),
  // The engine's own is null without rows.
  count_if: aggregate("(boolean) -> bigint", "coalesce(CAST(@count_if($1) AS BIGINT), 0)"),
  geometric_mean: forms(
    aggregate("(bigint/double) -> double", "exp(@avg(~log_of(CAST($1 AS DOUBLE))))"),
    aggregate("(real) -> real", "CAST(exp(@avg(~log_of(CAST($1 AS DOUBLE)))) AS FLOAT)"),
  ),
  listagg: forms(
    aggregate("(varchar) -> varchar", "~listagg_text(@string_agg($1, ''))"),
    aggregate("(varchar, varchar) -> varchar", (c) =>
      c.args[1]!.constant === undefined
        ? c.t.unsupported("listagg with a separator that is not a literal", c.pos)
        : engine`~listagg_text(${c.aggregate("string_agg", [c.args[0]!.sql, c.args[1]!.sql])})`,
    ),
  ),
  max: extreme("max"),
  min: extreme("min"),
  max_by: extremeBy("arg_max"),
  min_by: extremeBy("arg_min"),
  sum: forms(
    aggregate("(bigint) -> bigint", "CAST(@sum($1) AS BIGINT)"),
    aggregate("(double) -> double", "@sum($1)"),
    aggregate("(real) -> real", "~to_real(@sum($1))"),
    aggregate("(decimal) -> decimal", sumDecimal),
    aggregate("(intervalDaySecond) -> intervalDaySecond", "CAST(@sum($1) AS BIGINT)"),
    aggregate("(intervalYearMonth) -> intervalYearMonth", "CAST(@sum($1) AS INTEGER)"),
  ),
  bitwise_and_agg: aggregate("(bigint) -> bigint", "@bit_and($1)"),
  bitwise_or_agg: aggregate("(bigint) -> bigint", "@bit_or($1)"),
  bitwise_xor_agg: aggregate("(bigint) -> bigint", "@bit_xor($1)"),
  // One value per key; keys are in order of first occurrence.
  histogram: aggregate("(E) -> map(E, bigint)", histogram),
  map_agg: aggregate(
    "(E, V) -> map(E, V)",
    "~map_or_null(~map_of_first(@list(CASE WHEN $1 IS NOT NULL THEN struct_pack(k := $1, v := $2) END)))",
  ),
  map_union: aggregate(
    "(map(K, V)) -> map(K, V)",
    "~map_or_null(~map_of_first(flatten(@list(list_transform(map_entries($1), lambda e: struct_pack(k := e['key'], v := e['value']))))))",
  ),
  multimap_agg: aggregate(
    "(E, V) -> map(E, array(V))",
    "~map_or_null(~multimap_of(@list(CASE WHEN $1 IS NOT NULL THEN struct_pack(k := $1, v := $2) END)))",
  ),
  approx_distinct: forms(
    // Exact: the engine's sketch has errors of ten percent and more for a few dozen values.
    aggregate("(E) -> bigint", "@count(DISTINCT $1)"),
    aggregate("(E, double) -> bigint", (c) => {
      const error = c.args[1]!.constant;
      if (typeof error === "number" && (error < 0.0040625 || error > 0.26))
        c.t.invalid(`Max standard error must be in [0.0040625, 0.26]: ${error}`, c.pos);
      return c.aggregate("count", [engine`DISTINCT ${c.args[0]!.sql}`]);
    }),
  ),
  approx_percentile: forms(
    aggregate("(bigint/real/double, double) -> bigint/real/double", quantile),
    aggregate("(bigint/real/double, array(double)) -> array(bigint/real/double)", quantile),
    aggregate("(bigint/real/double, double, double) -> bigint/real/double", weighted),
    aggregate("(bigint/real/double, double, array(double)) -> array(bigint/real/double)", weighted),
  ),
  corr: paired("corr", 1, "NULL"),
  covar_pop: paired("covar_pop", 1),
  covar_samp: paired("covar_samp", 2),
  kurtosis: higherMoment("kurtosis_of", 4),
  skewness: higherMoment("skewness_of", 3),
  regr_intercept: paired("regr_intercept", 1, "NULL"),
  regr_slope: paired("regr_slope", 1, "NULL"),
  regr_avgx: aggregate("(double, double) -> double", "@regr_avgx($1, $2)"),
  regr_avgy: aggregate("(double, double) -> double", "@regr_avgy($1, $2)"),
  regr_count: aggregate("(double, double) -> bigint", "@regr_count($1, $2)"),
  regr_r2: aggregate("(double, double) -> double", "@regr_r2($1, $2)"),
  regr_sxx: aggregate("(double, double) -> double", "@regr_sxx($1, $2)"),
  regr_sxy: aggregate("(double, double) -> double", "@regr_sxy($1, $2)"),
  regr_syy: aggregate("(double, double) -> double", "@regr_syy($1, $2)"),
  stddev: moment("stddev_samp", 2),
  stddev_samp: moment("stddev_samp", 2),
  stddev_pop: moment("stddev_pop", 1),
  variance: moment("var_samp", 2),
  var_samp: moment("var_samp", 2),
  var_pop: moment("var_pop", 1),
  entropy: aggregate("(double) -> double", "~entropy_of(@list($1))"),
  reduce_agg: aggregate("(T, S, (S, T) => S, (S, S) => S) -> S", reduceAgg),
});

/**
 * Exact: the sorted value at index floor(share * count), as in Presto's digests of few values; the engine's quantile uses ceil(share * count)
 * - 1, which differs only if the product is whole.
 */
function quantile(c: CallContext): Sql {
  const [value, share] = c.args as [Typed, Typed];
  if (differsByRow(share))
    return ofLastShare(c, [["x", value.sql]], share, (rows, q) => engine`~percentile_of(${rows}, ${q})`);
  const isArray = share.type.kind === "array";
  const given = isArray ? engine`coalesce(${share.sql}, [])` : engine`coalesce(${share.sql}, 0)`;
  const wanted = typeof share.constant === "number" ? share : { ...share, sql: given };
  const above = overShares(c, wanted, (q) => engine`least(${q} + 1e-13, 1.0)`);
  const found = c.aggregate("quantile_disc", [value.sql, above]);
  return wanted === share ? found : engine`(CASE WHEN ${share.sql} IS NOT NULL THEN ${found} END)`;
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
  return bindOnce([typed(present, arrayOf(share.type))], (rs) => {
    const found = overShares(c, { sql: engine`${rs}[-1].q`, type: share.type }, (q) => find(rs, q));
    return engine`(CASE WHEN len(${rs}) > 0 THEN ${found} END)`;
  });
}

/** What is written for a percentile, or for each one of an array. */
function overShares(c: CallContext, { sql, type, constant }: Typed, write: (share: Sql) => Sql): Sql {
  const message = "Percentile must be between 0 and 1";
  if (typeof constant === "number" && (constant < 0 || constant > 1)) c.t.failEarly(message, c.pos);
  const failure = (text: string): Sql => c.failing(text, engine`DOUBLE`);
  const checked = (q: Sql, more: Sql): Sql =>
    write(engine`(CASE WHEN ${q} < 0 OR ${q} > 1 THEN ${failure(message)} ${more}ELSE ${q} END)`);
  const noNull = (q: Sql): Sql => engine`WHEN ${q} IS NULL THEN ${failure("Percentile cannot be null")} `;
  return type.kind === "array" ? eachElement(sql, (q) => checked(q, noNull(q))) : checked(sql, EMPTY);
}

function weighted(c: CallContext): Sql {
  const [value, weight, share] = c.args as [Typed, Typed, Typed];
  const w = bindOnce([weight], (x) => {
    const message = engine`'weight must be >= 1, was ' || ${x}`;
    const failure = c.failing(message, engine`DOUBLE`);
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
