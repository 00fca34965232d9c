import { refuse, script, type ScriptFunction } from "./script-function.ts";

type Curve = (x: number, a: number, b: number) => number;

/** A function of a distribution: location or shape, scale, and the value or share, the last of which it takes first. */
function curve(scale: string, of: Curve, isShare: boolean): ScriptFunction {
  return script("(double, double, double) -> double", (a, b, x) => {
    if (!(b > 0)) refuse(`${scale} must be > 0`);
    if (isShare && !(x >= 0 && x <= 1)) refuse("p must be 0 >= p >= 1");
    return of(x, a, b);
  });
}

const shape = (a: number): number => (a > 0 ? a : refuse("a must be > 0"));

export const DISTRIBUTION_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_cauchy_cdf: curve(
    "scale",
    (x, median, scale) => 0.5 + Math.atan((x - median) / scale) / Math.PI,
    false,
  ),
  svc_inverse_cauchy_cdf: curve(
    "scale",
    (p, median, scale) =>
      p === 0 ? -Infinity : p === 1 ? Infinity : median + scale * Math.tan(Math.PI * (p - 0.5)),
    true,
  ),
  svc_laplace_cdf: curve(
    "scale",
    (x, mean, scale) => (x <= mean ? Math.exp((x - mean) / scale) / 2 : 1 - Math.exp((mean - x) / scale) / 2),
    false,
  ),
  svc_inverse_laplace_cdf: curve(
    "scale",
    (p, mean, scale) => (p <= 0.5 ? mean + scale * Math.log(2 * p) : mean - scale * Math.log(2 - 2 * p)),
    true,
  ),
  svc_weibull_cdf: curve("b", (x, a, b) => (x <= 0 ? 0 : -Math.expm1(-((x / b) ** shape(a)))), false),
  svc_inverse_weibull_cdf: curve("b", (p, a, b) => b * (-Math.log1p(-p)) ** (1 / shape(a)), true),
};
