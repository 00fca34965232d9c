import { commonMath, unary } from "../../functions/common-math.ts";
import { type CallContext, family, forms, scalar, volatile } from "../../functions/function-table.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, decimalOf } from "../../types/type.ts";
import { analyzeArithmetic } from "../../analyze/operators/arithmetic.ts";
import { fromDigits } from "../../analyze/operators/decimals.ts";
import { sqlOf, type Typed, typed } from "../../analyze/typed.ts";
import { call as callOf, engine, type Sql } from "../../sql/tree.ts";

/** ceiling, floor, round of a decimal to an integer: the scale is dropped; except for truncation one digit may be added. */
const whole = (name: string) => (context: CallContext) => {
  const { precision, scale } = decimalOf(context.args[0]!.type);
  const type = decimal(Math.max(1, precision - scale + (name === "trunc" ? 0 : Math.min(scale, 1))), 0);
  return typed(engine`CAST(${callOf(name, [context.args[0]!.sql])} AS ${engineType(type)})`, type);
};

const roundTo = (context: CallContext) => {
  const { precision, scale } = decimalOf(context.args[0]!.type);
  const type = decimal(precision + 1, scale);
  const places = context.args[1]!.sql;
  const digits = engine`round(~decimal_digits(${context.args[0]!.sql}), (CASE WHEN ${places} < -39 THEN -39 ELSE CAST(${places} - ${scale} AS INTEGER) END))`;
  return typed(fromDigits(digits, type), type);
};

const truncateTo = (context: CallContext) => {
  const { type, sql } = context.args[0]!;
  const digits = context.args[1]!.sql;
  if (type.kind !== "decimal") {
    const factor = engine`pow(10::DOUBLE, ${digits})`;
    return engine`(trunc(${sql} * ${factor}) / ${factor})`;
  }
  const { precision, scale } = type;
  const unit = engine`TRY_CAST(~power_of_ten(-(${digits})) AS DECIMAL(38,${scale}))`;
  return typed(
    engine`CAST(CASE WHEN ${digits} >= ${scale} THEN ${sql} WHEN -(${digits}) >= ${precision - scale} THEN ${sql} - ${sql} ELSE ${sql} - ${sql} % ${unit} END AS ${engineType(type)})`,
    type,
  );
};

/** Applies a function of decimals to an integer. */
const asDecimal =
  (write: (context: CallContext) => Typed | Sql) =>
  (context: CallContext): Typed | Sql => {
    const [given, ...rest] = context.args as [Typed, ...Typed[]];
    const { precision, scale } = decimalOf(given.type);
    const type = decimal(precision, scale);
    return write({
      ...context,
      args: [typed(engine`CAST(${given.sql} AS ${engineType(type)})`, type), ...rest],
    });
  };
const modulus = (context: CallContext) =>
  analyzeArithmetic(context.t, "%", context.args[0]!, context.args[1]!, context.pos);
const random = (context: CallContext) => {
  const bounds = sqlOf(context.args);
  const [low, high] = (bounds.length === 1 ? [engine`0`, ...bounds] : bounds) as [Sql, Sql];
  const [message, wrong] =
    context.args.length === 1
      ? ["bound must be positive", engine`${high} <= 0`]
      : ["start value must be less than stop value", engine`${high} <= ${low}`];
  const type = engineType(context.result);
  const failure = context.failing(message);
  const width = engine`(CAST(${high} AS HUGEINT) - CAST(${low} AS HUGEINT))`;
  return engine`(CASE WHEN ${wrong} THEN ${failure} ELSE CAST(CAST(floor(random() * ${width}) AS HUGEINT) + ${low} AS ${type}) END)`;
};

const ceil = forms(
  scalar("(I) -> I", "$1"),
  scalar("(real/double) -> real/double", "ceil($1)"),
  scalar("(decimal) -> decimal", whole("ceil")),
);

export const math = family("functions/math", {
  ...commonMath,
  abs: forms(
    scalar("(I/real/double) -> I/real/double", "abs($1)"),
    scalar("(decimal) -> decimal", (c) => typed(engine`abs(${c.args[0]!.sql})`, c.args[0]!.type)),
  ),
  ceil,
  ceiling: ceil,
  floor: forms(
    scalar("(I) -> I", "$1"),
    scalar("(real/double) -> real/double", "floor($1)"),
    scalar("(decimal) -> decimal", whole("floor")),
  ),
  round: forms(
    scalar("(I) -> I", "$1"),
    scalar(
      "(I, bigint) -> I",
      "(CASE WHEN $2 <= -19 THEN CAST('svc!NUMERIC_VALUE_OUT_OF_RANGE!numerical overflow: ' || $1 AS $R) ELSE CAST(round(CAST($1 AS HUGEINT), CAST($2 AS INTEGER)) AS $R) END)",
    ),
    scalar("(double) -> double", "round($1)"),
    scalar(
      "(double, bigint) -> double",
      "(CASE WHEN isfinite($1) OR $2 IS NULL THEN round($1, CAST($2 AS INTEGER)) ELSE $1 END)",
    ),
    scalar("(real) -> real", "round($1)"),
    scalar(
      "(real, bigint) -> real",
      "(CASE WHEN isfinite($1) OR $2 IS NULL THEN CAST(round(CAST(CAST($1 AS VARCHAR) AS DOUBLE), CAST($2 AS INTEGER)) AS FLOAT) ELSE $1 END)",
    ),
    scalar("(decimal) -> decimal", whole("round")),
    scalar("(decimal, bigint) -> decimal", roundTo),
  ),
  truncate: forms(
    scalar("(real/double) -> real/double", "trunc($1)"),
    scalar("(decimal) -> decimal", whole("trunc")),
    scalar("(double, bigint) -> double | (decimal, bigint) -> decimal", truncateTo),
    scalar("(I) -> decimal", asDecimal(whole("trunc"))),
    scalar("(I, bigint) -> decimal", asDecimal(truncateTo)),
  ),
  ln: unary("~log_of($1)"),
  log: scalar("(double, double) -> double", "(~log_of($2) / ~log_of($1))"),
  log2: unary("(CASE WHEN $1 = 0 THEN '-inf'::DOUBLE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE log2($1) END)"),
  log10: unary("(CASE WHEN $1 = 0 THEN '-inf'::DOUBLE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE log10($1) END)"),
  mod: scalar("(I/decimal/real/double, I/decimal/real/double) -> I/decimal/real/double", modulus),
  sign: forms(
    scalar("(I) -> I", "CAST(sign($1) AS $R)"),
    scalar("(double) -> double", "(CASE WHEN isnan($1) THEN $1 ELSE CAST(sign($1) AS DOUBLE) END)"),
    scalar("(real) -> real", "(CASE WHEN isnan($1) THEN $1 ELSE CAST(sign($1) AS FLOAT) END)"),
    scalar("(decimal) -> decimal", (c) =>
      typed(engine`CAST(sign(${c.args[0]!.sql}) AS DECIMAL(1,0))`, decimal(1, 0)),
    ),
  ),
  sqrt: unary("(CASE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE sqrt($1) END)"),
  acos: unary("(CASE WHEN abs($1) > 1 THEN 'nan'::DOUBLE ELSE acos($1) END)"),
  asin: unary("(CASE WHEN abs($1) > 1 THEN 'nan'::DOUBLE ELSE asin($1) END)"),
  atan2: scalar("(double, double) -> double", "atan2($1, $2)"),
  cosh: unary("cosh($1)"),
  sinh: unary("sinh($1)"),
  tanh: unary("tanh($1)"),
  from_base: scalar("(varchar, bigint) -> bigint", "svc_from_base($1, $2)"),
  to_base: scalar("(bigint, bigint) -> varchar", "~to_base($1, $2)"),
  width_bucket: forms(
    scalar("(double, double, double, bigint) -> bigint", "~width_bucket($1, $2, $3, $4)"),
    scalar("(double, array(double)) -> bigint", "~width_bucket_of($1, $2)"),
  ),
  cosine_similarity: forms(
    scalar("(map(varchar, double), map(varchar, double)) -> double", "~cosine_of_maps($1, $2)"),
    scalar("(array(double), array(double)) -> double", "~cosine_of_vectors($1, $2)"),
  ),
  rand: forms(volatile("() -> double", "random()"), volatile("(I) -> I | (I, I) -> I", random)),
  random: forms(volatile("() -> double", "random()"), volatile("(I) -> I | (I, I) -> I", random)),
});
