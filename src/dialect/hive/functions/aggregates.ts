import type { CallContext } from "../../functions/function-table.ts";
import { decimalOfDigits, isWide, ofDecimal, wideSum } from "../../functions/wide-sum.ts";
import { finite, hasNaN } from "../../functions/finite.ts";
import { aggregate, family, forms, windowed } from "../../functions/function-table.ts";
import { fieldAt, rowOf } from "../../analyze/expressions/row-value.ts";
import type { Typed } from "../../analyze/typed.ts";
import { typed } from "../../analyze/typed.ts";
import { convertHive } from "../convert.ts";
import { decimal } from "../../types/type.ts";
import { commas, engine, join, lambda, literal, type Sql } from "../../sql/tree.ts";

const sumDecimal = (c: CallContext) => {
  const type = decimal(Math.min(38, ofDecimal(c).precision + 10), ofDecimal(c).scale);
  const ofHalves = (high: Sql, low: Sql): Sql =>
    decimalOfDigits(engine`~halves(${high}, ${low})`, ofDecimal(c).scale);
  if (isWide(c))
    return typed(
      wideSum(c, (sum) => sum, ofHalves),
      type,
    );
  return typed(
    engine`CAST(${c.aggregate("sum", [c.args[0]!.sql])} AS DECIMAL(${type.kind === "decimal" ? type.precision : 38},${ofDecimal(c).scale}))`,
    type,
  );
};
/** Average of decimals, with four more digits than the values. */
const averageDecimal = (c: CallContext) => {
  const { precision, scale } = ofDecimal(c);
  const to = decimal(Math.min(38, precision + 4), Math.min(scale + 4, 37));
  const shown = to.kind === "decimal" ? to : { precision: 38, scale: 4 };
  const digits = engine`~round_quotient(~decimal_digits(CAST(${c.aggregate("sum", [c.args[0]!.sql])} AS DECIMAL(38,${scale}))) * ${10 ** (shown.scale - scale)}::HUGEINT, CAST(nullif(${c.aggregate("count", [c.args[0]!.sql])}, 0) AS HUGEINT))`;
  return typed(
    engine`CAST(CAST(${digits} AS DECIMAL(38,0)) * CAST(${literal(`${shown.scale === 0 ? "1" : `0.${"0".repeat(shown.scale - 1)}1`}`)} AS DECIMAL(${Math.max(1, shown.scale)},${shown.scale})) AS DECIMAL(${shown.precision},${shown.scale}))`,
    to,
  );
};

const collect = (distinct: boolean) => aggregate("(T) -> array(T)", (c) => {
  const call = c.aggregate("list", [c.args[0]!.sql]);
  const list = engine`list_filter(coalesce(${call}, []), lambda e: e IS NOT NULL)`;
  return distinct ? engine`~distinct_in_order(${list})` : list;
}); // prettier-ignore
/** A single value counts as finite: its variance is never NaN. */
const moment = (name: string) =>
  aggregate(
    "(double) -> double",
    `(CASE WHEN ${hasNaN("$1 - $1")} AND @count($1) > 1 THEN 'nan'::DOUBLE ELSE @${name}(CASE WHEN isfinite($1) THEN $1 WHEN $1 IS NOT NULL THEN 0 END) END)`,
  );
const paired = (name: string, write = (value: string): string => value) =>
  aggregate(
    "(double, double) -> double",
    `(CASE WHEN ${hasNaN("$1 - $1 + $2 - $2")} THEN 'nan'::DOUBLE ELSE ${write(`@${name}(${finite("$1")}, ${finite("$2")})`)} END)`,
  );
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
const percentile = (c: CallContext): Sql =>
  c.aggregate("quantile_cont", [engine`CAST(${c.args[0]!.sql} AS DOUBLE)`, c.args[1]!.sql]);
const countDistinctOf = (c: CallContext): Sql => {
  const nulls = join(
    c.args.map((arg) => engine`${arg.sql} IS NOT NULL`),
    " AND ",
  );
  return c.aggregate("count", [
    engine`CASE WHEN ${nulls} THEN struct_pack(${commas(c.args.map((arg, i) => engine`a${i} := ${arg.sql}`))}) END`,
  ]);
};
const shift = (name: "lag" | "lead") =>
  forms(
    windowed("(T) -> T", `@${name}($1)`),
    windowed("(T, bigint) -> T", `@${name}($1, $2)`),
    // What stands in for a row that is not there has the type of the rows.
    windowed("(T, bigint, D) -> T", (c) => {
      const [value, n, otherwise] = c.args as [Typed, Typed, Typed];
      return c.aggregate(name, [value.sql, n.sql, convertHive(c.t, otherwise, value.type, c.pos).sql]);
    }),
  );

export const aggregates = family("LanguageManual UDF, Built-in Aggregate Functions", {
  count: forms(
    aggregate("() -> bigint", "@count()"),
    aggregate("(T) -> bigint", "@count($1)"),
    aggregate("(A, B) -> bigint", countDistinctOf),
    aggregate("(A, B, C) -> bigint", countDistinctOf),
    aggregate("(A, B, C, D) -> bigint", countDistinctOf),
  ),
  sum: forms(
    aggregate("(bigint) -> bigint", "CAST(@sum($1) AS BIGINT)"),
    aggregate("(double) -> double", "@sum($1)"),
    aggregate("(decimal) -> decimal", sumDecimal),
  ),
  avg: forms(
    aggregate("(bigint) -> double", "@avg(CAST($1 AS DOUBLE))"),
    aggregate("(double) -> double", "@avg($1)"),
    aggregate("(decimal) -> decimal", averageDecimal),
  ),
  min: aggregate("(O) -> O", extreme("min")),
  max: aggregate("(O) -> O", extreme("max")),
  variance: moment("var_pop"),
  var_pop: moment("var_pop"),
  var_samp: moment("var_samp"),
  stddev: moment("stddev_pop"),
  std: moment("stddev_pop"),
  stddev_pop: moment("stddev_pop"),
  stddev_samp: moment("stddev_samp"),
  covar_pop: paired("covar_pop"),
  covar_samp: paired("covar_samp"),
  corr: ratio("corr"),
  regr_avgx: aggregate("(double, double) -> double", "@regr_avgx($1, $2)"),
  regr_avgy: aggregate("(double, double) -> double", "@regr_avgy($1, $2)"),
  regr_count: aggregate("(double, double) -> bigint", "@regr_count($1, $2)"),
  regr_intercept: paired("regr_intercept"),
  regr_slope: ratio("regr_slope"),
  regr_r2: paired("regr_r2"),
  regr_sxx: squares("regr_sxx", "$2"),
  regr_sxy: paired("regr_sxy"),
  regr_syy: squares("regr_syy", "$1"),
  percentile: forms(
    aggregate("(bigint, double) -> double", percentile),
    aggregate("(double, double) -> double", percentile),
    aggregate("(double, array(double)) -> array(double)", percentile),
  ),
  percentile_approx: forms(
    aggregate("(double, double) -> double", percentile),
    aggregate("(double, array(double)) -> array(double)", percentile),
    aggregate("(double, double, bigint) -> double", percentile),
    aggregate("(double, array(double), bigint) -> array(double)", percentile),
  ),
  collect_list: collect(false),
  collect_set: collect(true),
  ntile: windowed("(bigint) -> integer", "CAST(@ntile($1) AS INTEGER)"),
  row_number: windowed("() -> integer", "CAST(@row_number() AS INTEGER)"),
  rank: windowed("() -> integer", "CAST(@rank() AS INTEGER)"),
  dense_rank: windowed("() -> integer", "CAST(@dense_rank() AS INTEGER)"),
  percent_rank: windowed("() -> double", "@percent_rank()"),
  cume_dist: windowed("() -> double", "@cume_dist()"),
  first_value: forms(
    windowed("(T) -> T", "@first_value($1)"),
    windowed("(T, boolean) -> T", (c) => ignoringNulls(c, "first_value")),
  ),
  last_value: forms(
    windowed("(T) -> T", "@last_value($1)"),
    windowed("(T, boolean) -> T", (c) => ignoringNulls(c, "last_value")),
  ),
  lag: shift("lag"),
  lead: shift("lead"),
});

/** Structs are compared field by field with nulls first; the engine sorts nulls last. */
function extreme(name: "min" | "max") {
  return (c: CallContext): Sql => {
    const { sql, type } = c.args[0]!;
    if (type.kind !== "row") return c.aggregate(name, [sql]);
    const fields = type.fields.map((_, i) => fieldAt(typed(sql, type), i).sql);
    const flagged = fields.map((field, i) => engine`n${i} := ${field} IS NOT NULL, v${i} := ${field}`);
    const found = c.aggregate(name, [
      engine`CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${commas(flagged)}) END`,
    ]);
    const back = lambda((x) => {
      const values = type.fields.map((_, i) => engine`${x}.v${i}`);
      return engine`CASE WHEN ${x} IS NOT NULL THEN ${rowOf(type.fields, values).sql} END`;
    });
    return engine`list_transform([${found}], ${back})[1]`;
  };
}

/** If the second argument is true, nulls are ignored. */
function ignoringNulls(c: CallContext, name: string): Sql {
  const ignore = c.args[1]!.constant;
  if (typeof ignore !== "boolean")
    return c.t.unsupported(`${c.call.name} with a second argument that is not a literal`, c.pos);
  return c.aggregate(name, [ignore ? engine`${c.args[0]!.sql} IGNORE NULLS` : c.args[0]!.sql]);
}
