// This folder: Presto's functions as blocks of data: signature, what it gives, example, SQL. A file per subject.

import { type CallContext, family } from "../../functions/function-table.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, decimalOf } from "../../types/type.ts";
import { analyzeArithmetic } from "../../analyze/operators/arithmetic.ts";
import { fromDigits } from "../../analyze/operators/decimals.ts";
import { sqlOf, type Typed, withType } from "../../analyze/typed.ts";
import { call as callOf, engine, type Sql } from "../../sql/tree.ts";

/** ceiling, floor, round of a decimal to an integer: the scale is dropped; except for truncation one digit may be added. */
const whole = (name: string) => (context: CallContext) => {
  const { precision, scale } = decimalOf(context.args[0]!.type);
  const type = decimal(Math.max(1, precision - scale + (name === "trunc" ? 0 : Math.min(scale, 1))), 0);
  return withType(engine`CAST(${callOf(name, [context.args[0]!.sql])} AS ${engineType(type)})`, type);
};

const roundTo = (context: CallContext) => {
  const { precision, scale } = decimalOf(context.args[0]!.type);
  const type = decimal(precision + 1, scale);
  const { sql: places, constant } = context.args[1]!;
  if (typeof constant === "number" && constant >= 0) {
    const rounded =
      constant < scale ? engine`round(${context.args[0]!.sql}, ${constant})` : context.args[0]!.sql;
    return withType(engine`CAST(${rounded} AS ${engineType(type)})`, type);
  }
  const digits = engine`round(~decimal_digits(${context.args[0]!.sql}), (CASE WHEN ${places} < -39 THEN -39 ELSE CAST(${places} - ${scale} AS INTEGER) END))`;
  return withType(fromDigits(digits, type), type);
};

const truncateTo = (context: CallContext) => {
  const { type, sql } = context.args[0]!;
  const digits = context.args[1]!.sql;
  if (type.kind !== "decimal") {
    const factor = engine`pow(10::DOUBLE, ${digits})`;
    return engine`(trunc(${sql} * ${factor}) / ${factor})`;
  }
  const { precision, scale } = type;
  const unit = engine`TRY_CAST(~power_of_ten(-(${digits})) AS ${engineType(decimal(38, scale))})`;
  return withType(
    engine`CAST(CASE WHEN ${digits} >= ${scale} THEN ${sql} WHEN -(${digits}) >= ${precision - scale} THEN ${sql} - ${sql} ELSE ${sql} - ${sql} % ${unit} END AS ${engineType(type)})`,
    type,
  );
};

/** Applies a function of decimals to an integer. */
const asDecimal =
  (write: (context: CallContext) => Typed | Sql) =>
  (context: CallContext): Typed | Sql => {
    const [firstArgument, ...rest] = context.args as [Typed, ...Typed[]];
    const { precision, scale } = decimalOf(firstArgument.type);
    const type = decimal(precision, scale);
    return write({
      ...context,
      args: [withType(engine`CAST(${firstArgument.sql} AS ${engineType(type)})`, type), ...rest],
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

const absoluteDecimal = (c: CallContext) => withType(engine`abs(${c.args[0]!.sql})`, c.args[0]!.type);

const signOfDecimal = (c: CallContext) =>
  withType(engine`CAST(sign(${c.args[0]!.sql}) AS DECIMAL(1,0))`, decimal(1, 0));

export const math = family("functions/math")`
abs(x) → same as x | absolute value | abs(-5) --> 5
  (I/real/double) -> I/real/double = abs($1)
  (decimal) -> decimal = ${absoluteDecimal}
ceil, ceiling(x) → same as x | rounded up | ceil(2.1) --> "3"
  (I) -> I = $1
  (real/double) -> real/double = ceil($1)
  (decimal) -> decimal = ${whole("ceil")}
floor(x) → same as x | rounded down | floor(2.7) --> "2"
  (I) -> I = $1
  (real/double) -> real/double = floor($1)
  (decimal) -> decimal = ${whole("floor")}
round(x[, d]) → same as x | rounded to d decimals | round(2.567, 1) --> "2.600"
  (I) -> I = $1
  (I, bigint) -> I = (CASE WHEN $2 <= -19 THEN fail(NUMERIC_VALUE_OUT_OF_RANGE, 'numerical overflow: ' || $1, $R) ELSE CAST(round(CAST($1 AS HUGEINT), CAST($2 AS INTEGER)) AS $R) END)
  (double) -> double = round($1)
  (double, bigint) -> double = (CASE WHEN isfinite($1) OR $2 IS NULL THEN round($1, CAST($2 AS INTEGER)) ELSE $1 END)
  (real) -> real = round($1)
  (real, bigint) -> real = (CASE WHEN isfinite($1) OR $2 IS NULL THEN CAST(round(CAST(CAST($1 AS VARCHAR) AS DOUBLE), CAST($2 AS INTEGER)) AS FLOAT) ELSE $1 END)
  (decimal) -> decimal = ${whole("round")}
  (decimal, bigint) -> decimal = ${roundTo}
truncate(x[, n]) → same as x | without decimals, or with n of them | truncate(12.9) --> "12"
  (real/double) -> real/double = trunc($1)
  (decimal) -> decimal = ${whole("trunc")}
  (double, bigint) -> double | (decimal, bigint) -> decimal = ${truncateTo}
  (I) -> decimal = ${asDecimal(whole("trunc"))}
  (I, bigint) -> decimal = ${asDecimal(truncateTo)}
ln(x) → double | natural logarithm | ln(e()) --> 1
  (double) -> double = ~log_of($1)
log(b, x) → double | logarithm to a base | log(2, 8) --> 3
  (double, double) -> double = (~log_of($2) / ~log_of($1))
log2(x) → double | logarithm to base 2 | log2(8) --> 3
  (double) -> double = (CASE WHEN $1 = 0 THEN '-inf'::DOUBLE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE log2($1) END)
log10(x) → double | logarithm to base 10 | log10(1000) --> 3
  (double) -> double = (CASE WHEN $1 = 0 THEN '-inf'::DOUBLE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE log10($1) END)
mod(n, m) → same as n | remainder | mod(7,3) --> 1
  (I/decimal/real/double, I/decimal/real/double) -> I/decimal/real/double = ${modulus}
sign(x) → same as x | -1, 0 or 1 | sign(-5) --> -1
  (I) -> I = CAST(sign($1) AS $R)
  (double) -> double = (CASE WHEN isnan($1) THEN $1 ELSE CAST(sign($1) AS DOUBLE) END)
  (real) -> real = (CASE WHEN isnan($1) THEN $1 ELSE CAST(sign($1) AS FLOAT) END)
  (decimal) -> decimal = ${signOfDecimal}
sqrt(x) → double | square root | sqrt(16) --> 4
  (double) -> double = (CASE WHEN $1 < 0 THEN 'nan'::DOUBLE ELSE sqrt($1) END)
acos(x) → double | arc cosine | acos(1) --> 0
  (double) -> double = (CASE WHEN abs($1) > 1 THEN 'nan'::DOUBLE ELSE acos($1) END)
asin(x) → double | arc sine | asin(0) --> 0
  (double) -> double = (CASE WHEN abs($1) > 1 THEN 'nan'::DOUBLE ELSE asin($1) END)
atan2(y, x) → double | arc tangent of y / x | atan2(0,1) --> 0
  (double, double) -> double = atan2($1, $2)
cosh(x) → double | hyperbolic cosine | cosh(0) --> 1
  (double) -> double = cosh($1)
sinh(x) → double | hyperbolic sine | sinh(0) --> 0
  (double) -> double = sinh($1)
tanh(x) → double | hyperbolic tangent | tanh(0) --> 0
  (double) -> double = tanh($1)
from_base(string, radix) → bigint | read as a number to a base | from_base('101', 2) --> 5
  (varchar, bigint) -> bigint = svc_from_base($1, $2)
to_base(x, radix) → varchar | a number to a base | to_base(5, 2) --> "101"
  (bigint, bigint) -> varchar = ~to_base($1, $2)
width_bucket(x, lowest, highest, n) → bigint | number of the bucket; width_bucket(x, bounds): between sorted bounds | width_bucket(5, 10, 0, 5) --> 3
  (double, double, double, bigint) -> bigint = ~width_bucket($1, $2, $3, $4)
  (double, array(double)) -> bigint = ~width_bucket_of($1, $2)
cosine_similarity(x, y) → double | of two sparse vectors, as maps | cosine_similarity(map(array['a'],array[1.0]), map(array['a'],array[2.0])) --> 1
  (map(varchar, double), map(varchar, double)) -> double = ~cosine_of_maps($1, $2)
  (array(double), array(double)) -> double = ~cosine_of_vectors($1, $2)
volatile rand, random([[m, ]n]) → double or integer | random, from 0 to 1, or from m or 0 to below n | random(10) between 0 and 9 --> true
  () -> double = random()
  (I) -> I | (I, I) -> I = ${random}
cosine_distance(x, y) → double | 1 minus the cosine similarity | cosine_distance(array[1, 0], array[0, 1]) --> 1
  (array(double), array(double)) -> double = (1 - ~cosine_of_vectors($1, $2))
`;
