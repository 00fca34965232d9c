/** Names up to this length match only with a missing, extra or swapped letter: a different letter makes another word. */
const SHORT = 3;
/** The longest name that services take. Comparing two takes as many steps as the product of their lengths. */
const LONGEST = 255;

/**
 * The most likely intended candidate for a mistyped name, ignoring case; null if none is close: at most one edit per three characters. Edits
 * are a missing, extra or wrong character, and two swapped neighbors. None is meant by a name that is longer than any.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  const wanted = name.toLowerCase();
  const wrong = wanted.length <= SHORT ? 2 : 1;
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), wrong, least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** The hint at the end of an error on an unknown name; empty if none is close. */
export function meant(name: string, candidates: Iterable<string>): string {
  const near = nearestName(name, candidates);
  return near === null ? "" : `; did you mean '${near}'?`;
}

/** Edit distance from `a` to `b`, with `wrong` as the cost of a wrong character; not exact from `limit` on. */
function editDistance(a: string, b: string, wrong: number, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : wrong));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
