import { type CallContext, aggregate, family, forms, windowed } from "../../functions/function-table.ts";
import { fromDigits } from "../../analyze/operators/decimals.ts";
import { ofDecimalSum, finite, hasNaN } from "../../functions/common-aggregates.ts";
import { fieldAt, rowOf } from "../../analyze/expressions/row-value.ts";
import { sqlOf, typed, type Typed } from "../../analyze/typed.ts";
import { convertHive } from "../convert.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, DOUBLE, decimalOf } from "../../types/type.ts";
import { noneNull, commas, EMPTY, engine, literal, lambda, type Sql, word } from "../../sql/tree.ts";

/** The sum as a decimal of 38 digits; null past them. */
const longSum = (c: CallContext): Sql => {
  const type = decimal(38, decimalOf(c.args[0]!.type).scale);
  return ofDecimalSum(
    c,
    (sum) => sum,
    (high, low) => fromDigits(engine`~halves(${high}, ${low})`, type),
  );
};

const sumDecimal = (c: CallContext) => {
  const { precision, scale } = decimalOf(c.args[0]!.type);
  const type = decimal(precision + 10, scale);
  const sum = longSum(c);
  return typed(type.precision === 38 ? sum : engine`CAST(${sum} AS ${engineType(type)})`, type);
};

/** Average of decimals, with four more digits than the values as far as 38 allow. */
const averageDecimal = (c: CallContext) => {
  const { precision, scale } = decimalOf(c.args[0]!.type);
  const more = Math.min(4, 38 - precision);
  const to = decimal(precision + more, scale + more);
  const count = engine`CAST(nullif(${c.aggregate("count", [c.args[0]!.sql])}, 0) AS HUGEINT)`;
  const digits = engine`~longer_quotient(~decimal_digits(${longSum(c)}), ${count}, ${10 ** more}::HUGEINT)`;
  return typed(fromDigits(digits, to), to);
};

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
    const several = isLone ? engine` AND ${c.aggregate("count", [x])} > 1` : EMPTY;
    const finite = engine`CASE WHEN isfinite(${x}) THEN ${x} WHEN ${x} IS NOT NULL THEN 0 END`;
    return engine`(CASE WHEN isnan(${c.aggregate("sum", [engine`${x} - ${x}`])})${several} THEN 'nan'::DOUBLE ELSE ${c.aggregate(name, [finite])} END)`;
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

export const aggregates = family("LanguageManual UDF, Built-in Aggregate Functions", {
  count: forms(
    aggregate("() -> bigint", "@count()"),
    aggregate("(T) -> bigint", "@count($1)"),
    aggregate("(A, B) -> bigint | (A, B, C) -> bigint | (A, B, C, D) -> bigint", countDistinctOf),
  ),
  sum: forms(
    aggregate("(bigint) -> bigint", "CAST(@sum($1) AS BIGINT)"),
    withTimes((c, x) => c.aggregate("sum", [x])),
    // A text that is no number counts as zero.
    aggregate("(varchar) -> double", (c) => {
      const [text] = c.args as [Typed];
      const number = convertHive(c.t, text, DOUBLE, c.pos).sql;
      return c.aggregate("sum", [engine`CASE WHEN ${text.sql} IS NOT NULL THEN coalesce(${number}, 0) END`]);
    }),
    aggregate("(decimal) -> decimal", sumDecimal),
  ),
  avg: forms(
    aggregate("(bigint) -> double", "@avg(CAST($1 AS DOUBLE))"),
    withTimes((c, x) => c.aggregate("avg", [x])),
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
  regr_avgx: meanBeside((y, x) => [x, y]),
  regr_avgy: meanBeside((y, x) => [y, x]),
  regr_count: aggregate("(double, double) -> bigint", "@regr_count($1, $2)"),
  regr_intercept: paired("regr_intercept"),
  regr_slope: ratio("regr_slope"),
  regr_r2: paired("regr_r2"),
  regr_sxx: squares("regr_sxx", "$2"),
  regr_sxy: paired("regr_sxy"),
  regr_syy: squares("regr_syy", "$1"),
  percentile: aggregate(
    "(bigint/double, double) -> double | (double, array(double)) -> array(double)",
    percentile,
  ),
  percentile_approx: aggregate(
    "(double, double) -> double | (double, array(double)) -> array(double) | (double, double, bigint) -> double | (double, array(double), bigint) -> array(double)",
    percentile,
  ),
  collect_list: collect(false),
  collect_set: collect(true),
  ntile: windowed("(bigint) -> integer", "CAST(@ntile($1) AS INTEGER)"),
  row_number: windowed("() -> integer", "CAST(@row_number() AS INTEGER)"),
  rank: windowed("() -> integer", "CAST(@rank() AS INTEGER)"),
  dense_rank: windowed("() -> integer", "CAST(@dense_rank() AS INTEGER)"),
  percent_rank: windowed("() -> double", "@percent_rank()"),
  cume_dist: windowed("() -> double", "@cume_dist()"),
  first_value: end("first_value"),
  last_value: end("last_value"),
  lag: shift("lag"),
  lead: shift("lead"),
});

/** Structs are compared field by field; a null field is neither the least nor the largest. */
function extreme(name: "min" | "max") {
  return (c: CallContext): Sql => {
    const { sql, type } = c.args[0]!;
    if (type.kind !== "row") return c.aggregate(name, [sql]);
    const fields = type.fields.map((_, i) => fieldAt(typed(sql, type), i).sql);
    const flag = word(name === "max" ? "IS NOT NULL" : "IS NULL");
    const flagged = fields.map((field, i) => engine`n${i} := ${field} ${flag}, v${i} := ${field}`);
    const found = c.aggregate(name, [
      engine`CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${commas(flagged)}) END`,
    ]);
    const back = lambda((x) => {
      const values = type.fields.map((_, i) => engine`struct_extract(${x}, ${literal(`v${i}`)})`);
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
