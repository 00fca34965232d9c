import { family } from "./function-table.ts";

/** The engine fails for an infinite angle. */
const circular = (name: string): string => `(CASE WHEN isinf($1) THEN 'nan'::DOUBLE ELSE ${name}($1) END)`;

/** Mathematical functions that mean the same in both dialects. */
export const commonMath = family("functions/math")`
atan(x) → double | arc tangent | atan(0) --> 0
  (double) -> double = atan($1)
cbrt(x) → double | cube root | cbrt(27) --> 3
  (double) -> double = (CASE WHEN pow(round(cbrt($1)), 3) = $1 THEN round(cbrt($1)) ELSE cbrt($1) END)
cos(x) → double | cosine | cos(0) --> 1
  (double) -> double = ${circular("cos")}
degrees(x) → double | radians as degrees | degrees(pi()) --> 180
  (double) -> double = degrees($1)
e() → double | Euler's number | e() --> 2.718281828459045
  () -> double = exp(1::DOUBLE)
exp(x) → double | e to the power of x | exp(0) --> 1
  (double) -> double = exp($1)
infinity() → double | infinity | infinity() --> "Infinity"
  () -> double = 'inf'::DOUBLE
is_finite(x) → boolean | whether it is finite | is_finite(1) --> true
  (double) -> boolean = isfinite($1)
is_infinite(x) → boolean | whether it is infinite | is_infinite(infinity()) --> true
  (double) -> boolean = isinf($1)
is_nan(x) → boolean | whether it is not a number | is_nan(infinity()) --> false
  (double) -> boolean = isnan($1)
nan() → double | not a number | nan() --> "NaN"
  () -> double = 'nan'::DOUBLE
pi() → double | pi | pi() --> 3.141592653589793
  () -> double = pi()
-- In Java ±1 to the power of NaN or infinity is NaN.
pow, power(x, p) → double | x to the power of p | pow(2, 10) --> 1024
  (double, double) -> double = (CASE WHEN abs($1) = 1 AND NOT isfinite($2) THEN 'nan'::DOUBLE ELSE pow($1, $2) END)
radians(x) → double | degrees as radians | radians(180) --> 3.141592653589793
  (double) -> double = radians($1)
sin(x) → double | sine | sin(0) --> 0
  (double) -> double = ${circular("sin")}
tan(x) → double | tangent | tan(0) --> 0
  (double) -> double = ${circular("tan")}
`;
