import { refuse, script, type ScriptFunction } from "./script-function.ts";

interface Bucket {
  readonly centre: number;
  readonly weight: number;
}

/** Cost of merging two neighbours: increase of the within-bucket variance (Ward's criterion). */
const cost = (a: Bucket, b: Bucket): number =>
  ((a.weight * b.weight) / (a.weight + b.weight)) * (a.centre - b.centre) ** 2;

/**
 * Merges neighbours, cheapest pair first, until at most `count` buckets are left.
 * @param sorted - One bucket per distinct value, ascending.
 */
export function joinBuckets(sorted: readonly Bucket[], count: number): Bucket[] {
  const buckets = [...sorted];
  const costs = buckets.slice(1).map((bucket, i) => cost(buckets[i]!, bucket));
  while (buckets.length > count) {
    let at = 0;
    for (let i = 1; i < costs.length; i++) if (costs[i]! < costs[at]!) at = i;
    const [a, b] = [buckets[at]!, buckets[at + 1]!];
    const weight = a.weight + b.weight;
    buckets.splice(at, 2, { centre: (a.centre * a.weight + b.centre * b.weight) / weight, weight });
    costs.splice(at, 1);
    if (at > 0) costs[at - 1] = cost(buckets[at - 1]!, buckets[at]!);
    if (at < costs.length) costs[at] = cost(buckets[at]!, buckets[at + 1]!);
  }
  return buckets;
}

/** Buckets beyond which merging begins early, because each search for the cheapest pair is linear. */
const MAX_AT_ONCE = 2048;

function numericHistogram(count: bigint, values: readonly number[], weights: readonly number[]): number[] {
  if (count < 2n) refuse("numeric_histogram bucket count must be greater than one");
  const most = Number(count);
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  let buckets: Bucket[] = [];
  for (const i of order) {
    const [centre, weight] = [values[i]!, weights[i]!];
    const last = buckets.at(-1);
    if (last?.centre === centre) buckets[buckets.length - 1] = { centre, weight: last.weight + weight };
    else buckets.push({ centre, weight });
    if (buckets.length >= most + 2 * MAX_AT_ONCE) buckets = joinBuckets(buckets, most + MAX_AT_ONCE);
  }
  return joinBuckets(buckets, most).flatMap(({ centre, weight }) => [centre, weight]);
}

export const HISTOGRAM_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  /** Alternating centres and weights, from the number of buckets, the distinct values and their weights. */
  svc_numeric_histogram: script("(long, doubles, doubles) -> doubles", (count, values, weights) =>
    numericHistogram(count, values, weights),
  ),
};
