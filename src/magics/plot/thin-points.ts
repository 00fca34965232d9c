import type { Column } from "../../core/table/table.ts";

export interface Point {
  readonly x: number;
  /** Null is a gap. */
  readonly y: number | null;
}

/**
 * Points of a series, at most `most` of them. A longer series is cut into stretches of equally many rows, and of each only the lowest and
 * the highest value stay, at their own places: no peak and no dip is lost, and no value is made up. The first and the last row stay too.
 *
 * @param order - Rows in ascending order of x.
 */
export function thinPoints(x: Float64Array, order: Uint32Array, y: Column, most: number): Point[] {
  const point = (at: number): Point => ({ x: x[order[at] ?? 0] ?? NaN, y: drawable(y.at(order[at] ?? 0)) });
  const count = order.length;
  if (count <= most) return Array.from({ length: count }, (_, at) => point(at));
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const kept = [0];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * count) / stretches);
    const to = Math.floor(((stretch + 1) * count) / stretches);
    kept.push(...extremes(order, y, from, to));
  }
  kept.push(count - 1);
  return kept.filter((at, place) => at !== kept[place - 1]).map(point);
}

/** Places of the lowest and the highest value, in their order; of a stretch without values its first place, which is a gap. */
function extremes(order: Uint32Array, y: Column, from: number, to: number): number[] {
  let lowest = -1;
  let highest = -1;
  let low = Infinity;
  let high = -Infinity;
  for (let at = from; at < to; at += 1) {
    const value = drawable(y.at(order[at] ?? 0));
    if (value === null) continue;
    if (value < low) [low, lowest] = [value, at];
    if (value > high) [high, highest] = [value, at];
  }
  if (lowest < 0) return [from];
  return lowest === highest ? [lowest] : [Math.min(lowest, highest), Math.max(lowest, highest)];
}

function drawable(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
