import type { Extent } from "../drawing.ts";

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
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw > 0 ? raw : 1));
  const round =
    raw > 0
      ? ([1, 2, 5].map((factor) => factor * power).find((step) => step >= raw) ?? 10 * power)
      : oneOf(low);
  const step = whole ? Math.max(1, round) : round;
  const start = Math.floor(low / step + NEAR) * step;
  const count = binOf({ step, extent: [start, high] }, high) + 1;
  return { step, extent: [exact(start, step), exact(start + count * step, step)] };
}

/** A range for a single value, far above the digits that a number has. */
const oneOf = (value: number): number =>
  Math.abs(value) < 1e12 ? 1 : 10 ** Math.floor(Math.log10(Math.abs(value)) - 3);

/** The number of a value's range, computed as Vega does. */
export const binOf = ({ step, extent: [start] }: Bins, value: number): number =>
  Math.floor(NEAR + (value - start) / step);

/** A value inside a range, for one that stands for all of its values. */
export const middleOf = ({ step, extent: [start] }: Bins, bin: number): number =>
  Number((start + (bin + 0.5) * step).toPrecision(15));

/** Without the error of a sum: 0.3, not 0.30000000000000004. */
const exact = (value: number, step: number): number => {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return decimals > 15 ? value : Number(value.toFixed(decimals));
};
