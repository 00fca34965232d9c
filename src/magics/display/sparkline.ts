const STEPS = [..."▁▂▃▄▅▆▇█"];

/**
 * A series as a line of block characters: the mean at each place of the axis, scaled from lowest to highest. Blank where the series has not
 * begun, has ended or has a gap (null).
 */
export function sparkline(
  points: readonly { readonly x: number; readonly y: number | null }[],
  { low, high }: { readonly low: number; readonly high: number },
  width: number,
): string {
  const placeOf = (x: number): number =>
    high === low ? 0 : Math.min(width - 1, Math.floor(((x - low) / (high - low)) * width));
  const places = Array.from({ length: width }, (): (number | null)[] => []);
  for (const { x, y } of points) places[placeOf(x)]?.push(y);
  const last = placeOf(points.at(-1)?.x ?? low);
  const means: (number | null)[] = [];
  for (const [at, point] of places.entries()) {
    const values = point.filter((y) => y !== null);
    const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    // Between two points the line goes on.
    means.push(point.length === 0 && at < last ? (means[at - 1] ?? null) : mean);
  }
  const drawn = means.filter((mean) => mean !== null);
  const [lowest, highest] = [Math.min(...drawn), Math.max(...drawn)];
  const stepOf = (mean: number): number =>
    highest === lowest ? 3 : Math.round(((mean - lowest) / (highest - lowest)) * (STEPS.length - 1));
  return means.map((mean) => (mean === null ? " " : (STEPS[stepOf(mean)] ?? " "))).join("");
}
