import { refuse, script, type ScriptFunction } from "./script-function.ts";

/** 2/√π · e^(-x²) · Σ (2x²)ⁿ·x / (2n+1)!!: all terms are positive, so nothing cancels. */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Complementary error function of x ≥ 2, as a continued fraction; exact to about 15 digits. */
function erfcFraction(x: number): number {
  let tail = x;
  for (let n = 100; n > 0; n--) tail = x + n / 2 / tail;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / tail;
}

/** Complementary error function of x ≥ 0. */
const erfc = (x: number): number => (x < 2 ? 1 - erfSeries(x) : erfcFraction(x));

const erf = (x: number): number => Math.sign(x) * (1 - erfc(Math.abs(x)));

function checkDeviation(deviation: number, name: string): void {
  if (!(deviation > 0)) refuse(`${name} must be > 0`);
}

function normalCdf(mean: number, deviation: number, x: number): number {
  checkDeviation(deviation, "standardDeviation");
  return 0.5 * (1 + erf((x - mean) / (deviation * Math.SQRT2)));
}

/** Infinite where 2p - 1 rounds to -1 or 1, as in Trino. */
function inverseNormalCdf(mean: number, deviation: number, p: number): number {
  if (!(p > 0 && p < 1)) refuse("p must be 0 > p > 1");
  checkDeviation(deviation, "sd");
  return mean + deviation * Math.SQRT2 * inverseErf(2 * p - 1);
}

/** By bisection on erfc, which keeps its digits where erf rounds to 1. */
function inverseErf(y: number): number {
  const rest = 1 - Math.abs(y);
  if (rest === 0) return y * Infinity;
  let [low, high] = [0, 6];
  for (let x = 3; low < x && x < high; x = (low + high) / 2) {
    if (erfc(x) > rest) low = x;
    else high = x;
  }
  return Math.sign(y) * high;
}

export const NORMAL_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_normal_cdf: script("(double, double, double) -> double", normalCdf),
  svc_inverse_normal_cdf: script("(double, double, double) -> double", inverseNormalCdf),
};
