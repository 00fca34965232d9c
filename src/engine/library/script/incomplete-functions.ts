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
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  if (x === Infinity) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x >= a + 1) return 1 - scale / continuedFraction(x + 1 - a, (n) => [n * (a - n), x + 2 * n + 1 - a]);
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < STEPS && term > sum * 1e-17; n++) sum += term *= x / (a + n);
  return scale * sum;
}

/** The share of a beta distribution below x. */
export function lowerBeta(a: number, b: number, x: number): number {
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
