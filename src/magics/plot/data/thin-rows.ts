/**
 * Which of some values to draw: at most `most`. They are split into segments of equally many, and only the lowest and highest value of each are
 * kept, at their own positions: no peak is lost, and no value is invented. The first and last are kept too, and of a segment without
 * values its first position, a gap.
 */
export function thinRows(values: ArrayLike<number>, most: number): number[] {
  const count = values.length;
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  const segments = Math.max(1, Math.floor((most - 2) / 2));
  const drawn = [0];
  for (let segment = 0; segment < segments; segment += 1) {
    const from = Math.floor((segment * count) / segments);
    drawn.push(...extremes(values, from, Math.floor(((segment + 1) * count) / segments)));
  }
  drawn.push(count - 1);
  return drawn.filter((at, i) => at !== drawn[i - 1]);
}

/** Positions of the lowest and highest value, in order. */
function extremes(values: ArrayLike<number>, from: number, to: number): number[] {
  let [lowest, highest, low, high] = [-1, -1, Infinity, -Infinity];
  for (let at = from; at < to; at += 1) {
    const value = values[at] ?? NaN;
    if (value < low) [low, lowest] = [value, at];
    if (value > high) [high, highest] = [value, at];
  }
  if (lowest < 0) return [from];
  return lowest === highest ? [lowest] : [Math.min(lowest, highest), Math.max(lowest, highest)];
}
