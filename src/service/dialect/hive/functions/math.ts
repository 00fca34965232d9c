import type { CallContext } from "../../functions/function-table.ts";
import { family, forms, scalar, volatile } from "../../functions/function-table.ts";
import { typed } from "../../analyze/typed.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal } from "../../types/type.ts";

const unary = (sql: string) => scalar("(double) -> double", sql);
const whole = (name: string) => forms(scalar("(bigint) -> bigint", "$1"), scalar("(double) -> bigint", `CAST(${name}($1) AS BIGINT)`), scalar("(decimal) -> decimal", (c) => {
  const { type, sql } = c.args[0]!;
  const to = type.kind === "decimal" ? decimal(Math.max(1, type.precision - type.scale + Math.min(1, type.scale)), 0) : decimal(38, 0);
  return typed(`CAST(${name}(${sql}) AS ${engineType(to)})`, to);
})); // prettier-ignore
const roundDecimal = (half: string) => (c: CallContext) => {
  const { type, sql } = c.args[0]!;
  const digits = c.args[1] === undefined ? 0 : c.args[1].constant;
  const scale = type.kind === "decimal" ? type.scale : 0;
  const kept = typeof digits === "number" ? Math.min(scale, Math.max(0, digits)) : scale;
  const to = decimal(38, kept);
  return typed(
    `CAST(${half}(${sql}, ${c.args[1] === undefined ? "0" : `CAST(${c.args[1].sql} AS INTEGER)`}) AS ${engineType(to)})`,
    to,
  );
};
/** Null in place of what is no number. */
const defined = (sql: string) => unary(`(CASE WHEN $1 > 0 THEN ${sql} END)`);

export const math = family("LanguageManual UDF, Mathematical Functions", {
  round: forms(
    scalar("(bigint) -> bigint", "$1"),
    scalar("(bigint, bigint) -> bigint", "CAST(round($1, CAST($2 AS INTEGER)) AS BIGINT)"),
    scalar("(double) -> double", "round($1)"),
    scalar("(double, bigint) -> double", "round($1, CAST($2 AS INTEGER))"),
    scalar("(decimal) -> decimal", roundDecimal("round")),
    scalar("(decimal, bigint) -> decimal", roundDecimal("round")),
  ),
  bround: forms(
    scalar("(double) -> double", "round_even($1, 0)"),
    scalar("(double, bigint) -> double", "round_even($1, CAST($2 AS INTEGER))"),
  ),
  floor: whole("floor"),
  ceil: whole("ceil"),
  ceiling: whole("ceil"),
  rand: forms(volatile("() -> double", "random()"), volatile("(bigint) -> double", "random()")),
  exp: unary("exp($1)"),
  ln: defined("ln($1)"),
  log10: defined("log10($1)"),
  log2: defined("log2($1)"),
  log: forms(
    defined("ln($1)"),
    scalar("(double, double) -> double", "(CASE WHEN $1 > 1 AND $2 > 0 THEN ln($2) / ln($1) END)"),
  ),
  pow: scalar("(double, double) -> double", "pow($1, $2)"),
  power: scalar("(double, double) -> double", "pow($1, $2)"),
  sqrt: unary("(CASE WHEN $1 >= 0 THEN sqrt($1) ELSE 'nan'::DOUBLE END)"),
  cbrt: unary("(CASE WHEN pow(round(cbrt($1)), 3) = $1 THEN round(cbrt($1)) ELSE cbrt($1) END)"),
  bin: scalar("(bigint) -> varchar", "~hive_bin($1)"),
  hex: forms(
    scalar("(bigint) -> varchar", "hex($1)"),
    scalar("(varchar) -> varchar", "hex($1)"),
    scalar("(varbinary) -> varchar", "hex($1)"),
  ),
  unhex: scalar("(varchar) -> varbinary", "TRY(unhex($1))"),
  conv: scalar("(varchar, bigint, bigint) -> varchar", "svc_conv($1, $2, $3)"),
  abs: forms(scalar("(N) -> N", "abs($1)"), scalar("(varchar) -> double", "abs(TRY_CAST($1 AS DOUBLE))")),
  pmod: forms(
    scalar("(I, I) -> I", "(CASE WHEN $2 <> 0 THEN (($1 % $2) + $2) % $2 END)"),
    scalar("(double, double) -> double", "(CASE WHEN $2 <> 0 THEN (($1 % $2) + $2) % $2 END)"),
  ),
  sin: unary("sin($1)"),
  asin: unary("(CASE WHEN abs($1) <= 1 THEN asin($1) ELSE 'nan'::DOUBLE END)"),
  cos: unary("cos($1)"),
  acos: unary("(CASE WHEN abs($1) <= 1 THEN acos($1) ELSE 'nan'::DOUBLE END)"),
  tan: unary("tan($1)"),
  atan: unary("atan($1)"),
  degrees: unary("degrees($1)"),
  radians: unary("radians($1)"),
  positive: forms(scalar("(N) -> N", "$1"), scalar("(varchar) -> double", "TRY_CAST($1 AS DOUBLE)")),
  negative: forms(scalar("(N) -> N", "(-$1)"), scalar("(varchar) -> double", "(-TRY_CAST($1 AS DOUBLE))")),
  sign: forms(
    scalar("(double) -> double", "CAST(sign($1) AS DOUBLE)"),
    scalar("(decimal) -> integer", "CAST(sign($1) AS INTEGER)"),
  ),
  e: scalar("() -> double", "exp(1::DOUBLE)"),
  pi: scalar("() -> double", "pi()"),
  factorial: scalar(
    "(bigint) -> bigint",
    "(CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial(CAST($1 AS INTEGER)) AS BIGINT) END)",
  ),
  shiftleft: forms(
    scalar("(integer, integer) -> integer", "CAST(~shift_left(CAST($1 AS BIGINT), $2 % 32, 32) AS INTEGER)"),
    scalar("(bigint, integer) -> bigint", "~shift_left($1, $2 % 64, 64)"),
  ),
  shiftright: forms(
    scalar("(integer, integer) -> integer", "CAST(CAST($1 AS BIGINT) >> ($2 % 32) AS INTEGER)"),
    scalar("(bigint, integer) -> bigint", "($1 >> ($2 % 64))"),
  ),
  shiftrightunsigned: forms(
    scalar(
      "(integer, integer) -> integer",
      "CAST(~shift_right_logical(CAST($1 AS BIGINT), $2 % 32, 32) AS INTEGER)",
    ),
    scalar("(bigint, integer) -> bigint", "~shift_right_logical($1, $2 % 64, 64)"),
  ),
  width_bucket: scalar("(double, double, double, bigint) -> bigint", "~width_bucket($1, $2, $3, $4)"),
  mod: forms(
    scalar("(I, I) -> I", "($1 % nullif($2, 0))"),
    scalar("(double, double) -> double", "($1 % nullif($2, 0))"),
  ),
});
