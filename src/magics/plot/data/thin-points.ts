export interface Point {
  readonly x: number;
  /** Null: a gap. */
  readonly y: number | null;
}

/**
 * Reduces a series to at most `most` points. It is split into segments of equally many rows, and only the lowest and highest value of
 * each are kept, at their own positions: no peak is lost, and no value is invented. The first and last row are kept too.
 *
 * @param rows - In ascending order of x.
 */
export function thinPoints(rows: Iterable<number>, point: (row: number) => Point, most: number): Point[] {
  const order = rows instanceof Uint32Array ? rows : Uint32Array.from(rows);
  const count = order.length;
  if (count <= most) return Array.from(order, point);
  const y = (at: number): number | null => point(order[at] ?? 0).y;
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const kept = [0];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * count) / stretches);
    const to = Math.floor(((stretch + 1) * count) / stretches);
    kept.push(...extremes(y, from, to));
  }
  kept.push(count - 1);
  return kept.filter((at, i) => at !== kept[i - 1]).map((at) => point(order[at] ?? 0));
}

/** Positions of the lowest and highest value, in order; for a segment without values its first position, a gap. */
function extremes(y: (at: number) => number | null, from: number, to: number): number[] {
  let lowest = -1;
  let highest = -1;
  let low = Infinity;
  let high = -Infinity;
  for (let at = from; at < to; at += 1) {
    const value = y(at);
    if (value === null) continue;
    if (value < low) [low, lowest] = [value, at];
    if (value > high) [high, highest] = [value, at];
  }
  if (lowest < 0) return [from];
  return lowest === highest ? [lowest] : [Math.min(lowest, highest), Math.max(lowest, highest)];
}
