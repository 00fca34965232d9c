import type { Extent } from "../columns/summary.ts";

/** Vega-Lite's `bin`: ranges of equal width, each with its lower end. */
export interface Bins {
  readonly step: number;
  readonly extent: readonly [number, number];
}

/** As in Vega: a value this close below a range's beginning is in it. */
const NEAR = 1e-14;

/** Ranges of a round width, at most `most`. The last one ends above the highest value, which else would share a range with those below it. */
export function binsOf({ low, high }: Extent, most: number, whole = false): Bins {
  if (!(high >= low)) return { step: 1, extent: [0, 1] };
  const round = roundStep(low, (high - low) / most);
  const step = whole ? Math.max(1, round) : round;
  const start = Math.floor(low / step + NEAR) * step;
  const count = binOf({ step, extent: [start, high] }, high) + 1;
  // Without the error of a sum: 0.3, not 0.30000000000000004.
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const exact = (value: number): number => (decimals > 15 ? value : Number(value.toFixed(decimals)));
  return { step, extent: [exact(start), exact(start + count * step)] };
}

/** A step of at least so much; of a single value far above the digits that a number has. */
function roundStep(low: number, least: number): number {
  if (!(least > 0)) return Math.abs(low) < 1e12 ? 1 : 10 ** Math.floor(Math.log10(Math.abs(low)) - 3);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** The number of a value's range, computed as Vega does. */
export const binOf = ({ step, extent: [start] }: Bins, value: number): number =>
  Math.floor(NEAR + (value - start) / step);
