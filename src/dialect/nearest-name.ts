/** Names of at most so many letters are close by a missing, extra or exchanged letter only: another letter makes another word of them. */
const SHORT = 3;

/**
 * The candidate that a mistyped name most likely means, case aside, or null when none is close: at most one slip in three characters. Slips are
 * a missing, extra or wrong character, and two neighbors exchanged.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
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

/** Slips from `a` to `b`, a wrong character counted as `wrong`; any number not below `limit` means "too far". */
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
