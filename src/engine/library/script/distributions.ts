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

/** Refuses a parameter. */
function check(holds: boolean, what: string): void {
  if (!holds) refuse(what);
}

const positive = (x: number, name: string): void => check(x > 0, `${name} must be greater than 0`);

const share = (p: number): void => check(p >= 0 && p <= 1, "p must be in the interval [0, 1]");

/** The value with this share below it, by bisection; the distribution begins at `least`. */
function inverse(cdf: (x: number) => number, p: number, least: number, most: number): number {
  if (p === 0) return least;
  if (p === 1) return most;
  let [low, high] = [Math.max(least, -1), Math.min(most, 1)];
  while (low > least && cdf(low) > p) low = Math.max(least, 2 * low);
  while (high < most && cdf(high) < p) high = Math.min(most, 2 * high);
  for (let x = (low + high) / 2; low < x && x < high; x = (low + high) / 2) {
    if (cdf(x) < p) low = x;
    else high = x;
  }
  return high;
}

/** The smallest whole number with at least this share up to it. */
function inverseCount(cdf: (n: number) => number, p: number, most: number): number {
  let [low, high] = [-1, Math.min(most, 1)];
  while (high < most && cdf(high) < p) high = Math.min(most, 2 * high);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (cdf(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}

const tShare = (df: number, x: number): number => {
  const tail = lowerBeta(df / 2, 0.5, df / (df + x * x)) / 2;
  return x > 0 ? 1 - tail : tail;
};
const fShare = (d1: number, d2: number, x: number): number =>
  x <= 0 ? 0 : lowerBeta(d1 / 2, d2 / 2, (d1 * x) / (d1 * x + d2));
const poissonShare = (lambda: number, n: number): number => 1 - lowerGamma(n + 1, lambda);
const binomialShare = (trials: number, p: number, n: number): number =>
  n < 0 ? 0 : n >= trials ? 1 : 1 - lowerBeta(n + 1, trials - n, p);
const LARGEST_INT = 2 ** 31 - 1;

function checkBinomial(trials: number, success: number): void {
  check(trials >= 0, "numberOfTrials must be at least 0");
  check(success >= 0 && success <= 1, "successProbability must be in the interval [0, 1]");
}

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
  svc_beta_cdf: script("(double, double, double) -> double", (a, b, x) => {
    check(a > 0 && b > 0, "a, b must be > 0");
    check(x >= 0 && x <= 1, "value must be in the interval [0, 1]");
    return lowerBeta(a, b, x);
  }),
  svc_inverse_beta_cdf: script("(double, double, double) -> double", (a, b, p) => {
    share(p);
    check(a > 0 && b > 0, "a, b must be > 0");
    return inverse((x) => lowerBeta(a, b, x), p, 0, 1);
  }),
  svc_gamma_cdf: script("(double, double, double) -> double", (shape, scale, x) => {
    positive(shape, "shape");
    positive(scale, "scale");
    check(x >= 0, "value must be at least 0");
    return lowerGamma(shape, x / scale);
  }),
  svc_inverse_gamma_cdf: script("(double, double, double) -> double", (shape, scale, p) => {
    share(p);
    positive(shape, "shape");
    positive(scale, "scale");
    return scale * inverse((x) => lowerGamma(shape, x), p, 0, Infinity);
  }),
  svc_f_cdf: script("(double, double, double) -> double", (d1, d2, x) => {
    positive(d1, "numerator df");
    positive(d2, "denominator df");
    check(x >= 0, "value must be at least 0");
    return fShare(d1, d2, x);
  }),
  svc_inverse_f_cdf: script("(double, double, double) -> double", (d1, d2, p) => {
    share(p);
    positive(d1, "numerator df");
    positive(d2, "denominator df");
    return inverse((x) => fShare(d1, d2, x), p, 0, Infinity);
  }),
  svc_t_cdf: script("(double, double) -> double", (x, df) => {
    check(!(df < 1), "degrees of freedom must be greater than or equal to 1");
    return x === 0 ? 0.5 : df === Infinity ? NaN : tShare(df, x);
  }),
  svc_t_pdf: script("(double, double) -> double", (x, df) => {
    check(!(df < 1), "degrees of freedom must be greater than or equal to 1");
    // The difference of large logarithms would lose digits.
    const gammas = df > 1e5 ? Math.log(df / 2) / 2 - 1 / (4 * df) : logGamma((df + 1) / 2) - logGamma(df / 2);
    const peak = gammas - Math.log(df * Math.PI) / 2;
    return df === Infinity ? NaN : Math.exp(peak - ((df + 1) / 2) * Math.log1p((x * x) / df));
  }),
  svc_inverse_t_cdf: script("(double, double) -> double", (df, p) => {
    share(p);
    positive(df, "df");
    return inverse((x) => tShare(df, x), p, -Infinity, Infinity);
  }),
  svc_poisson_cdf: script("(double, double) -> double", (lambda, n) => {
    positive(lambda, "lambda");
    check(n >= 0, "value must be at least 0");
    return poissonShare(lambda, n);
  }),
  svc_inverse_poisson_cdf: script("(double, double) -> double", (lambda, p) => {
    check(p >= 0 && p < 1, "p must be in the interval [0, 1)");
    positive(lambda, "lambda");
    return inverseCount((n) => poissonShare(lambda, n), p, LARGEST_INT);
  }),
  svc_binomial_cdf: script("(double, double, double) -> double", (trials, success, n) => {
    checkBinomial(trials, success);
    return binomialShare(trials, success, n);
  }),
  svc_inverse_binomial_cdf: script("(double, double, double) -> double", (trials, success, p) => {
    share(p);
    checkBinomial(trials, success);
    return inverseCount((n) => binomialShare(trials, success, n), p, trials);
  }),
};

/** Coefficients of Lanczos' approximation with g = 7, exact to about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Logarithm of the gamma function of x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x + 6.5;
  const sum = LANCZOS.reduce(
    (total, coefficient, i) => (i === 0 ? coefficient : total + coefficient / (x - 1 + i)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

const STEPS = 100_000;
const TINY = 1e-300;

/** The value of a continued fraction by Lentz's method. @param termAt - Numerator and denominator at a step from 1. */
function continuedFraction(first: number, termAt: (n: number) => readonly [number, number]): number {
  const off = (x: number): number => (Math.abs(x) < TINY ? TINY : x);
  let value = off(first);
  let [c, d] = [value, 0];
  for (let n = 1; n < STEPS; n++) {
    const [numerator, denominator] = termAt(n);
    d = 1 / off(denominator + numerator * d);
    c = off(denominator + numerator / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return value;
}

/** The share of a gamma distribution of shape a and scale 1 below x. */
function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  if (x === Infinity) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x >= a + 1) return 1 - scale / continuedFraction(x + 1 - a, (n) => [n * (a - n), x + 2 * n + 1 - a]);
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < STEPS && term > sum * 1e-17; n++) sum += term *= x / (a + n);
  return scale * sum;
}

/** The share of a beta distribution below x. */
function lowerBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - lowerBeta(b, a, 1 - x);
  const scale = Math.exp(
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a),
  );
  const fraction = continuedFraction(1, (n) => {
    const m = n >> 1;
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    return [n % 2 === 0 ? even : odd, 1];
  });
  return scale / fraction;
}
