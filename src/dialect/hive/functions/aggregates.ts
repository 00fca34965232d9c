import { type CallContext, aggregate, family, forms, windowed } from "../../functions/function-table.ts";
import { decimalAverage, decimalSum, finite, hasNaN } from "../../functions/common-aggregates.ts";
import { fieldAt, rowOf } from "../../analyze/expressions/row-value.ts";
import { sqlOf, withType, type Typed } from "../../analyze/typed.ts";
import { convertHive } from "../convert.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, DOUBLE, decimalOf } from "../../types/type.ts";
import { noneNull, commas, engine, literal, lambda, type Sql, isNull } from "../../sql/tree.ts";

/** Null past 38 digits. */
const sumDecimal = (c: CallContext) => {
  const { precision, scale } = decimalOf(c.args[0]!.type);
  const type = decimal(precision + 10, scale);
  const sum = decimalSum(c, () => engine`NULL`);
  return type.precision === 38 ? sum : { ...sum, sql: engine`CAST(${sum.sql} AS ${engineType(type)})`, type };
};

/** With four more digits than the values as far as 38 allow. */
const averageDecimal = (c: CallContext) =>
  decimalAverage(
    c,
    Math.min(4, 38 - decimalOf(c.args[0]!.type).precision),
    (sum) => engine`svc_decimal_quotient(${sum}, '1', 0, 0)`,
  );

const collect = (distinct: boolean) => aggregate(distinct ? "(E) -> array(E)" : "(T) -> array(T)", (c) => {
  const call = c.aggregate("list", [c.args[0]!.sql]);
  const list = engine`list_filter(coalesce(${call}, []), lambda e: e IS NOT NULL)`;
  return distinct ? engine`~distinct_in_order(${list})` : list;
}); // prettier-ignore
/** Forms for numbers and for timestamps, which count as seconds. */
const withTimes = (write: (c: CallContext, value: Sql) => Sql) =>
  forms(
    aggregate("(double) -> double", (c) => write(c, c.args[0]!.sql)),
    aggregate("(timestamp) -> double", (c) => write(c, engine`(epoch_us(${c.args[0]!.sql}) / 1e6)`)),
  );
/** NaN if a value is not finite. A single value counts as finite over a window, and in sample statistics, which have no result for it. */
const moment = (name: string) =>
  withTimes((c, x) => {
    const isLone = c.call.over !== null || name.endsWith("samp");
    const isNan = engine`isnan(${c.aggregate("sum", [engine`${x} - ${x}`])})`;
    const wrong = isLone ? engine`${isNan} AND ${c.aggregate("count", [x])} > 1` : isNan;
    const finite = engine`CASE WHEN isfinite(${x}) THEN ${x} WHEN ${x} IS NOT NULL THEN 0 END`;
    return engine`(CASE WHEN ${wrong} THEN 'nan'::DOUBLE ELSE ${c.aggregate(name, [finite])} END)`;
  });
/** A single pair counts as finite. */
const paired = (name: string, write = (value: string): string => value) => {
  const [x, y] = ["$1", "$2"].map(
    (value) => `CASE WHEN isfinite(${value}) THEN ${value} WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN 0 END`,
  );
  return aggregate(
    "(double, double) -> double",
    `(CASE WHEN ${hasNaN("$1 - $1 + $2 - $2")} AND @regr_count($1, $2) > 1 THEN 'nan'::DOUBLE ELSE ${write(`@${name}(${x}, ${y})`)} END)`,
  );
};

/** Null where the engine divides by a variance of 0. */
const ratio = (name: string) => paired(name, (value) => `nullif(${value}, 'nan'::DOUBLE)`);
/** Squares of one side of the pairs, $1 or $2; the other side only needs to be non-null. */
const squares = (name: string, side: "$1" | "$2") => {
  const present = (value: "$1" | "$2"): string =>
    value === side ? finite(value) : `CASE WHEN ${value} IS NOT NULL THEN 0 END`;
  const paired = `CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN ${side} - ${side} END`;
  return aggregate(
    "(double, double) -> double",
    `(CASE WHEN ${hasNaN(paired)} THEN 'nan'::DOUBLE ELSE @${name}(${present("$1")}, ${present("$2")}) END)`,
  );
};

const percentile = (c: CallContext): Sql => {
  const { constant } = c.analyze(c.call.args[1]!);
  if (typeof constant === "number" && !(constant >= 0 && constant <= 1))
    c.t.invalid(`${c.call.name} takes a share from 0 to 1`, c.pos);
  return c.aggregate("quantile_cont", [engine`CAST(${c.args[0]!.sql} AS DOUBLE)`, c.args[1]!.sql]);
};

const countDistinctOf = (c: CallContext): Sql => {
  return c.aggregate("count", [
    engine`CASE WHEN ${noneNull(sqlOf(c.args))} THEN struct_pack(${commas(c.args.map((arg, i) => engine`a${i} := ${arg.sql}`))}) END`,
  ]);
};

const end = (name: "first_value" | "last_value") =>
  forms(
    windowed("(T) -> T", `@${name}($1)`),
    windowed("(T, boolean) -> T", (c) => ignoringNulls(c, name)),
  );
const shift = (name: "lag" | "lead") =>
  forms(
    windowed("(T) -> T", `@${name}($1)`),
    windowed("(T, bigint) -> T", `@${name}($1, $2)`),
    // The default for a missing row is converted to the type of the values.
    windowed("(T, bigint, D) -> T", (c) => {
      const [value, n, otherwise] = c.args as [Typed, Typed, Typed];
      return c.aggregate(name, [value.sql, n.sql, convertHive(c.t, otherwise, value.type, c.pos).sql]);
    }),
  );

/** The average of one argument over the rows where the other one is not null; of decimals a decimal, as `avg` gives. */
const meanBeside = (order: (y: Typed, x: Typed) => [value: Typed, other: Typed]) =>
  aggregate("(A, B) -> double", (c) => {
    const [value, other] = order(...(c.args as [Typed, Typed]));
    convertHive(c.t, other, DOUBLE, c.pos); // Refuses collections.
    const counted = { ...value, sql: engine`CASE WHEN ${other.sql} IS NOT NULL THEN ${value.sql} END` };
    return value.type.kind === "decimal"
      ? averageDecimal({ ...c, args: [counted] })
      : c.aggregate("avg", [convertHive(c.t, counted, DOUBLE, c.pos).sql]);
  });

const sumTexts = (c: CallContext) => {
  const [text] = c.args as [Typed];
  const number = convertHive(c.t, text, DOUBLE, c.pos).sql;
  return c.aggregate("sum", [engine`CASE WHEN ${text.sql} IS NOT NULL THEN coalesce(${number}, 0) END`]);
};

export const aggregates = family("LanguageManual UDF, Built-in Aggregate Functions")`
aggregate count(*) → bigint | number of rows; count(x): of rows where x is not null; count(distinct x, y, …) | select count(x) from (select stack(3, 1, null, 3) as x) t --> [[2]]
  () -> bigint = @count()
  (T) -> bigint = @count($1)
  (A, B) -> bigint | (A, B, C) -> bigint | (A, B, C, D) -> bigint = ${countDistinctOf}
-- A text that is no number counts as zero.
aggregate sum(x) → same as x | total | select sum(x) from (select stack(2, 1, 2) as x) t --> [[3]]
  (bigint) -> bigint = CAST(@sum($1) AS BIGINT)
  ${withTimes((c, x) => c.aggregate("sum", [x]))}
  (varchar) -> double = ${sumTexts}
  (decimal) -> decimal = ${sumDecimal}
aggregate avg(x) → double | mean | select avg(x) from (select stack(2, 1, 2) as x) t --> [[1.5]]
  (bigint) -> double = @avg(CAST($1 AS DOUBLE))
  ${withTimes((c, x) => c.aggregate("avg", [x]))}
  (decimal) -> decimal = ${averageDecimal}
aggregate min(x) → same as x | smallest value | select min(x) from (select stack(2, 1, 2) as x) t --> [[1]]
  (O) -> O = ${extreme("min")}
aggregate max(x) → same as x | largest value | select max(x) from (select stack(2, 1, 2) as x) t --> [[2]]
  (O) -> O = ${extreme("max")}
variance, var_pop(x) → double | population variance | select variance(x) from (select stack(2, 1, 3) as x) t --> [[1]]
  ${moment("var_pop")}
var_samp(x) → double | sample variance | select var_samp(x) from (select stack(2, 1, 3) as x) t --> [[2]]
  ${moment("var_samp")}
std, stddev, stddev_pop(x) → double | population standard deviation | select std(x) from (select stack(2, 1, 3) as x) t --> [[1]]
  ${moment("stddev_pop")}
stddev_samp(x) → double | sample standard deviation | select stddev_samp(x) from (select stack(2, 1, 3) as x) t --> [[1.4142135623730951]]
  ${moment("stddev_samp")}
covar_pop(y, x) → double | population covariance | select covar_pop(y, x) from (select stack(2, 2, 1, 6, 3) as (y, x)) t --> [[2]]
  ${paired("covar_pop")}
covar_samp(y, x) → double | sample covariance | select covar_samp(y, x) from (select stack(2, 2, 1, 6, 3) as (y, x)) t --> [[4]]
  ${paired("covar_samp")}
corr(y, x) → double | correlation coefficient | select corr(y, x) from (select stack(3, 2, 1, 4, 2, 6, 3) as (y, x)) t --> [[1]]
  ${ratio("corr")}
regr_avgx(y, x) → double | mean of x where neither is null | select regr_avgx(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[2]]
  ${meanBeside((y, x) => [x, y])}
regr_avgy(y, x) → double | mean of y where neither is null | select regr_avgy(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[3.5]]
  ${meanBeside((y, x) => [y, x])}
aggregate regr_count(y, x) → bigint | number of pairs without null | select regr_count(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[2]]
  (double, double) -> bigint = @regr_count($1, $2)
regr_intercept(y, x) → double | intercept of the regression line | select regr_intercept(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[0.5]]
  ${paired("regr_intercept")}
regr_slope(y, x) → double | slope of the regression line | select regr_slope(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[1.5]]
  ${ratio("regr_slope")}
regr_r2(y, x) → double | coefficient of determination | select regr_r2(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[1]]
  ${paired("regr_r2")}
regr_sxx(y, x) → double | sum of squares of x about its mean | select regr_sxx(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[2]]
  ${squares("regr_sxx", "$2")}
regr_sxy(y, x) → double | sum of products of x and y about their means | select regr_sxy(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[3]]
  ${paired("regr_sxy")}
regr_syy(y, x) → double | sum of squares of y about its mean | select regr_syy(y, x) from (select stack(2, 2, 1, 5, 3) as (y, x)) t --> [[4.5]]
  ${squares("regr_syy", "$1")}
aggregate percentile(x, p) → double | exact percentile of integers, p from 0 to 1 | select percentile(x, 0.5) from (select stack(3, 1, 2, 3) as x) t --> [[2]]
  (bigint/double, double) -> double | (double, array(double)) -> array(double) = ${percentile}
aggregate percentile_approx(x, p[, b]) → double | about a percentile | select percentile_approx(x, 0.5) from (select stack(3, 1, 2, 3) as x) t --> [[2]]
  (double, double) -> double | (double, array(double)) -> array(double) | (double, double, bigint) -> double | (double, array(double), bigint) -> array(double) = ${percentile}
collect_list(x) → array | the group's values | select sort_array(collect_list(x)) from (select stack(3, 1, 2, 2) as x) t --> [[[1,2,2]]]
  ${collect(false)}
collect_set(x) → array | the group's distinct values | select sort_array(collect_set(x)) from (select stack(3, 1, 2, 2) as x) t --> [[[1,2]]]
  ${collect(true)}
window ntile(n) → int | window: number of the row's part when cut in n parts | select x, ntile(2) over (order by x) from (select stack(3, 3, 4, 5) as x) t order by x --> [[3,1],[4,1],[5,2]]
  (bigint) -> integer = CAST(@ntile($1) AS INTEGER)
window row_number() → int | window: number of the row | select x, row_number() over (order by x desc) from (select stack(2, 3, 4) as x) t order by x --> [[3,2],[4,1]]
  () -> integer = CAST(@row_number() AS INTEGER)
window rank() → int | window: rank with gaps | select x, rank() over (order by x) from (select stack(3, 3, 3, 4) as x) t order by x --> [[3,1],[3,1],[4,3]]
  () -> integer = CAST(@rank() AS INTEGER)
window dense_rank() → int | window: rank without gaps | select x, dense_rank() over (order by x) from (select stack(3, 3, 3, 4) as x) t order by x --> [[3,1],[3,1],[4,2]]
  () -> integer = CAST(@dense_rank() AS INTEGER)
window percent_rank() → double | window: rank as a share | select x, percent_rank() over (order by x) from (select stack(3, 3, 4, 5) as x) t order by x --> [[3,0],[4,0.5],[5,1]]
  () -> double = @percent_rank()
window cume_dist() → double | window: share of rows up to this one and its peers | select x, cume_dist() over (order by x) from (select stack(2, 3, 4) as x) t order by x --> [[3,0.5],[4,1]]
  () -> double = @cume_dist()
first_value(x[, skip_nulls]) → same as x | window: value of the frame's first row | select x, first_value(x) over (order by x) from (select stack(2, 3, 4) as x) t order by x --> [[3,3],[4,3]]
  ${end("first_value")}
last_value(x[, skip_nulls]) → same as x | window: value of the frame's last row | select x, last_value(x) over (order by x rows between current row and unbounded following) from (select stack(2, 3, 4) as x) t order by x --> [[3,4],[4,4]]
  ${end("last_value")}
lag(x[, offset[, default]]) → same as x | window: value of an earlier row | select x, lag(x) over (order by x) from (select stack(2, 3, 4) as x) t order by x --> [[3,null],[4,3]]
  ${shift("lag")}
lead(x[, offset[, default]]) → same as x | window: value of a later row | select x, lead(x) over (order by x) from (select stack(2, 3, 4) as x) t order by x --> [[3,4],[4,null]]
  ${shift("lead")}
`;

/** Structs are compared field by field; a null field is neither the least nor the largest. */
function extreme(name: "min" | "max") {
  return (c: CallContext): Sql => {
    const { sql, type } = c.args[0]!;
    if (type.kind !== "row") return c.aggregate(name, [sql]);
    const fields = type.fields.map((_, i) => fieldAt(withType(sql, type), i).sql);
    const flagged = fields.map(
      (field, i) => engine`n${i} := ${isNull(field, name === "max")}, v${i} := ${field}`,
    );
    const quantile = c.aggregate(name, [
      engine`CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${commas(flagged)}) END`,
    ]);
    const back = lambda((x) => {
      const values = type.fields.map((_, i) => engine`struct_extract(${x}, ${literal(`v${i}`)})`);
      return engine`CASE WHEN ${x} IS NOT NULL THEN ${rowOf(type.fields, values).sql} END`;
    });
    return engine`list_transform([${quantile}], ${back})[1]`;
  };
}

/** If the second argument is true, nulls are ignored. */
function ignoringNulls(c: CallContext, name: string): Sql {
  const ignore = c.args[1]!.constant;
  if (typeof ignore !== "boolean")
    return c.t.unsupported(`${c.call.name} with a second argument that is not a literal`, c.pos);
  return c.aggregate(name, [ignore ? engine`${c.args[0]!.sql} IGNORE NULLS` : c.args[0]!.sql]);
}
