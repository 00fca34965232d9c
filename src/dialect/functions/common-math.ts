import { type FunctionForm, scalar } from "./function-table.ts";

export const unary = (sql: string): FunctionForm[] => scalar("(double) -> double", sql);
/** The engine fails for an infinite angle. */
const circular = (name: string) => unary(`(CASE WHEN isinf($1) THEN 'nan'::DOUBLE ELSE ${name}($1) END)`);
/** In Java ±1 to the power of NaN or infinity is NaN. */
const power = scalar(
  "(double, double) -> double",
  "(CASE WHEN abs($1) = 1 AND NOT isfinite($2) THEN 'nan'::DOUBLE ELSE pow($1, $2) END)",
);

/** Mathematical functions that mean the same in both dialects. */
export const commonMath = {
  atan: unary("atan($1)"),
  cbrt: unary("(CASE WHEN pow(round(cbrt($1)), 3) = $1 THEN round(cbrt($1)) ELSE cbrt($1) END)"),
  cos: circular("cos"),
  degrees: unary("degrees($1)"),
  e: scalar("() -> double", "exp(1::DOUBLE)"),
  exp: unary("exp($1)"),
  infinity: scalar("() -> double", "'inf'::DOUBLE"),
  is_finite: scalar("(double) -> boolean", "isfinite($1)"),
  is_infinite: scalar("(double) -> boolean", "isinf($1)"),
  is_nan: scalar("(double) -> boolean", "isnan($1)"),
  nan: scalar("() -> double", "'nan'::DOUBLE"),
  pi: scalar("() -> double", "pi()"),
  pow: power,
  power,
  radians: unary("radians($1)"),
  sin: circular("sin"),
  tan: circular("tan"),
} as const;
