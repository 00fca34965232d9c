// This folder: Hive's functions as blocks of data: signature, what it gives, example, SQL. A file per subject.

import { bindOnce } from "../../analyze/bind-once.ts";
import { integerOfDouble, negated, positiveRemainder } from "../integers.ts";
import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { analyzeArithmetic, digitsOf } from "../../analyze/operators/arithmetic.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import { engineType } from "../../types/engine-type.ts";
import { BIGINT, decimal, decimalOf } from "../../types/type.ts";
import { call as callOf, engine, type Sql, constant } from "../../sql/tree.ts";

const whole = (name: string) =>
  forms(
    scalar("(bigint) -> bigint", "$1"),
    scalar("(double) -> bigint", (c) =>
      bindOnce([c.args[0]!], (x) => integerOfDouble(callOf(name, [x]), BIGINT)),
    ),
    scalar("(decimal) -> decimal", (c) => {
      const { type, sql } = c.args[0]!;
      const { precision, scale } = decimalOf(type);
      const to = decimal(Math.min(38, precision - scale + 1), 0);
      return withType(engine`CAST(${callOf(name, [sql])} AS ${engineType(to)})`, to);
    }),
  );
function literalDigits(c: CallContext): number {
  const digits = c.args[1] === undefined ? 0 : c.args[1].constant;
  if (typeof digits === "number") return digits;
  return c.t.unsupported(`${c.call.name} of a decimal to digits that are not a literal`, c.pos);
}

/** Rounding a decimal to fewer digits adds one integer digit. */
const roundDecimal = (round: string) => (c: CallContext) => {
  const { type, sql } = c.args[0]!;
  const digits = literalDigits(c);
  const { precision, scale } = decimalOf(type);
  // Extra fraction digits are zeros; null if the number then exceeds 38 digits.
  if (digits >= scale) {
    const longer = decimal(precision - scale + Math.min(digits, 38), Math.min(digits, 38));
    return withType(engine`TRY_CAST(${sql} AS ${engineType(longer)})`, longer);
  }
  const kept = Math.max(0, digits);
  const to = decimal(precision - scale + 1 + kept, kept);
  // The engine gives 0 if the type lacks the digit to which it rounds, so the type is widened.
  const wide = decimal(Math.max(precision, scale - digits + 1), scale);
  const held = engine`CAST(${sql} AS ${engineType(wide)})`;
  return withType(engine`CAST(${callOf(round, [held, constant(String(digits))])} AS ${engineType(to)})`, to);
};

/** Rounds a double by its decimal text: 1.005 is a tie, although its binary value is less. */
const roundDouble = (c: CallContext): Sql => {
  const digits = c.args[1] === undefined ? 0 : c.args[1].constant;
  const { sql } = c.args[0]!;
  const places = typeof digits === "number" ? engine`${digits}` : engine`CAST(${c.args[1]!.sql} AS INTEGER)`;
  const rounded =
    typeof digits === "number" && digits > 0
      ? engine`~hive_round(${sql}, ${digits})`
      : engine`(CASE WHEN isfinite(${sql}) OR ${places} IS NULL THEN round(${sql}, ${places}) ELSE ${sql} END)`;
  return engine`CAST(${rounded} AS ${engineType(c.result)})`;
};

/** Truncates a decimal to some digits. */
const truncDecimal = (c: CallContext) => {
  const { type, sql } = c.args[0]!;
  const digits = literalDigits(c);
  const { precision, scale } = decimalOf(type);
  if (digits >= scale) {
    const added = Math.min(digits - scale, 38 - precision);
    const longer = decimal(precision + added, scale + added);
    return added === 0
      ? withType(sql, type)
      : withType(engine`CAST(${sql} AS ${engineType(longer)})`, longer);
  }
  const kept = Math.max(0, digits);
  const cut = decimal(Math.max(1, precision - scale + kept), kept);
  const half = digits >= 0 ? constant(`0.${"0".repeat(digits)}5`) : constant(`5${"0".repeat(-digits - 1)}`);
  const wide = engine`CAST(${sql} AS ${engineType(decimal(38, scale))})`;
  // Truncates by rounding half a unit closer to zero, except for values that are already exact.
  return withType(
    engine`CAST(CASE WHEN round(${wide}, ${digits}) = ${wide} THEN ${wide} WHEN ${sql} > 0 THEN round(${wide} - ${half} , ${digits}) ELSE round(${wide} + ${half}, ${digits}) END AS ${engineType(cut)})`,
    cut,
  );
};

/** Null where the logarithm is undefined. */
const defined = (sql: string): string => `(CASE WHEN $1 > 0 THEN ${sql} END)`;

/** Shifts of an int and a bigint; only the low bits of the distance count. */
const shift = (write: (x: string, n: string, bits: number) => string) =>
  forms(
    scalar(
      "(integer, integer) -> integer",
      `CAST(${write("CAST($1 AS BIGINT)", "($2 & 31)", 32)} AS INTEGER)`,
    ),
    scalar("(bigint, integer) -> bigint", write("$1", "($2 & 63)", 64)),
  );
/** `trunc` of a number; `trunc` of a date is in dates.ts. */
export const truncNumber = forms(
  scalar("(decimal) -> decimal | (decimal, !bigint) -> decimal", truncDecimal),
  scalar("(I) -> I", "$1"),
  scalar("(I, !bigint) -> I", "CAST(~hive_trunc_integer($1, $2) AS $R)"),
  scalar("(real/double) -> real/double", "CAST(trunc($1) AS $R)"),
  scalar("(real/double, !bigint) -> real/double", "CAST(~hive_trunc(CAST($1 AS DOUBLE), $2) AS $R)"),
);

const integerPmod = (c: CallContext) => positiveRemainder(c.args[0]!, c.args[1]!, c.args[0]!.type);

const decimalPmod = (c: CallContext) => decimalRemainder(c);

const negate = (c: CallContext) => negated(c.args[0]!);

const modulus = (c: CallContext) => analyzeArithmetic(c.t, "%", c.args[0]!, c.args[1]!, c.pos);

export const math = family("LanguageManual UDF, Mathematical Functions")`
round(x[, d]) → double | rounded to d decimals | round(2.567, 1) --> "2.6"
  (I) -> I = $1
  (I, bigint) -> I = CAST(round($1, CAST($2 AS INTEGER)) AS $R)
  (real/double) -> real/double | (real/double, bigint) -> real/double = ${roundDouble}
  (decimal) -> decimal | (decimal, bigint) -> decimal = ${roundDecimal("round")}
bround(x[, d]) → double | rounded, half to even | bround(2.5D) --> 2
  (I) -> I = $1
  (I, bigint) -> I = CASE WHEN $2 >= 0 THEN $1 ELSE CAST(round_even(CAST($1 AS DOUBLE), CAST($2 AS INTEGER)) AS $R) END
  (real/double) -> real/double = CAST(round_even($1, 0) AS $R)
  (real/double, bigint) -> real/double = CASE WHEN isfinite($1) OR $2 IS NULL THEN CAST(round_even($1, CAST($2 AS INTEGER)) AS $R) ELSE $1 END
  (decimal) -> decimal | (decimal, bigint) -> decimal = ${roundDecimal("round_even")}
floor(x) → bigint | rounded down | floor(2.7) --> "2"
  ${whole("floor")}
ceil, ceiling(x) → bigint | rounded up | ceil(1.2) --> "2"
  ${whole("ceil")}
volatile rand([seed]) → double | random, from 0 to 1 | rand(5) < 1 --> true
  () -> double | (bigint) -> double = random()
ln(x) → double | natural logarithm | ln(1) --> 0
  (double) -> double = ${defined("ln($1)")}
log10(x) → double | logarithm to base 10 | log10(100) --> 2
  (double) -> double = ${defined("log10($1)")}
log2(x) → double | logarithm to base 2 | log2(8) --> 3
  (double) -> double = ${defined("log2($1)")}
log([b, ]x) → double | logarithm, natural or to a base | log(2, 8) --> 3
  (double) -> double = ${defined("ln($1)")}
  (double, double) -> double = (CASE WHEN $1 > 1 AND $2 > 0 THEN ln($2) / ln($1) END)
sqrt(x) → double | square root | sqrt(16) --> 4
  (double) -> double = (CASE WHEN $1 >= 0 THEN sqrt($1) END)
bin(x) → string | in binary | bin(5) --> "101"
  (bigint) -> varchar = ~hive_bin($1)
hex(x) → string | in hexadecimal | hex(17) --> "11"
  (bigint/varchar/varbinary) -> varchar = hex($1)
unhex(string) → binary | decoded | unhex('616263') --> "0x616263"
  (varchar) -> varbinary = TRY(unhex($1))
conv(x, from, to) → string | from one base to another | conv('ff', 16, 10) --> "255"
  (varchar, bigint, bigint) -> varchar = svc_conv($1, $2, $3)
abs(x) → same as x | absolute value | abs(-3) --> 3
  (tinyint/smallint/integer) -> integer = (CASE WHEN $1 = -2147483648 THEN $1 ELSE abs(CAST($1 AS INTEGER)) END)
  (bigint) -> bigint = (CASE WHEN $1 = CAST('-9223372036854775808' AS BIGINT) THEN $1 ELSE abs($1) END)
  (real) -> double = abs(CAST($1 AS DOUBLE))
  (N) -> N = abs($1)
  (double) -> double = abs($1)
pmod(x, y) → same as x | remainder that is never negative | pmod(7, 3) --> 1
  (I, I) -> I = ${integerPmod}
  (real/double, real/double) -> real/double = (CASE WHEN $2 <> 0 THEN (($1 % $2) + $2) % $2 END)
  (decimal, decimal) -> decimal = ${decimalPmod}
asin(x) → double | arc sine | asin(0) --> 0
  (double) -> double = (CASE WHEN isnan($1) THEN $1 WHEN abs($1) <= 1 THEN asin($1) END)
acos(x) → double | arc cosine | acos(1) --> 0
  (double) -> double = (CASE WHEN isnan($1) THEN $1 WHEN abs($1) <= 1 THEN acos($1) END)
positive(x) → same as x | x | positive(3) --> 3
  (N) -> N = $1
  (double) -> double = $1
negative(x) → same as x | -x | negative(3) --> -3
  (N) -> N = ${negate}
  (double) -> double = (-$1)
sign(x) → double | -1, 0 or 1 | sign(-5) --> -1
  (double) -> double = (CASE WHEN isnan($1) THEN -1 ELSE CAST(sign($1) AS DOUBLE) END)
  (decimal) -> integer = CAST(sign($1) AS INTEGER)
factorial(n) → bigint | product of 1 to n | factorial(5) --> 120
  (bigint) -> bigint = (CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial(CAST($1 AS INTEGER)) AS BIGINT) END)
shiftleft(x, n) → same as x | bits moved to the left | shiftleft(1, 3) --> 8
  ${shift((x, n, bits) => `~shift_left(${x}, ${n}, ${bits})`)}
shiftright(x, n) → same as x | bits moved to the right, the sign kept | shiftright(8, 2) --> 2
  ${shift((x, n) => `(${x} >> ${n})`)}
shiftrightunsigned(x, n) → same as x | bits moved to the right | shiftrightunsigned(16, 2) --> 4
  ${shift((x, n, bits) => `~shift_right_logical(${x}, ${n}, ${bits})`)}
width_bucket(x, lowest, highest, n) → int | number of the bucket | width_bucket(5, 0, 10, 5) --> 3
  (double, double, double, bigint) -> integer = CAST(~hive_width_bucket($1, $2, $3, $4) AS INTEGER)
mod(n, m) → same as n | remainder | mod(5, 3) --> 2
  (I/real/double/decimal, I/real/double/decimal) -> I/real/double/decimal = ${modulus}
`;

/** The positive remainder of decimals, with the type that holds both. */
function decimalRemainder(c: CallContext): Typed {
  const remainder = (a: Typed, b: Typed): Typed => analyzeArithmetic(c.t, "%", a, b, c.pos);
  const [x, y] = c.args as [Typed, Typed];
  const [p, q] = [digitsOf(c.t, x), digitsOf(c.t, y)];
  const scale = Math.max(p.scale, q.scale);
  const type = decimal(Math.min(38, Math.max(p.precision - p.scale, q.precision - q.scale) + scale), scale);
  const { sql } = remainder(analyzeArithmetic(c.t, "+", remainder(x, y), y, c.pos), y);
  return withType(engine`CAST(${sql} AS ${engineType(type)})`, type);
}
