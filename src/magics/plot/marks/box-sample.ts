const STEPS = 400;

/**
 * Values that have the box of all: those at 401 equal ranks, so that minimum, quartiles, median and maximum are the same, and the ends of
 * the lines, the values nearest to 1.5 times the distance of the quartiles beyond them.
 *
 * @param sorted - In ascending order, at least one.
 */
export function boxSample(sorted: Float64Array): Float64Array {
  const at = (share: number): number => {
    const rank = share * (sorted.length - 1);
    const [low = NaN, high = low] = sorted.subarray(Math.floor(rank), Math.floor(rank) + 2);
    return low + (high - low) * (rank - Math.floor(rank));
  };
  const sample = Float64Array.from({ length: STEPS + 1 }, (_, step) => at(step / STEPS));
  const [lower, upper] = [at(0.25), at(0.75)];
  const reach = 1.5 * (upper - lower);
  const first = sample.findIndex((value) => value >= lower - reach);
  const last = sample.findLastIndex((value) => value <= upper + reach);
  if (first > 0) sample[first] = sorted.find((value) => value >= lower - reach) ?? NaN;
  if (last >= 0 && last < STEPS) sample[last] = sorted.findLast((value) => value <= upper + reach) ?? NaN;
  return sample;
}
