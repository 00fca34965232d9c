/**
 * The candidate that `typed` was most likely meant to be, or null when none is close: at most one slip in three characters, case
 * aside. Slips are a missing, extra or wrong character, and two neighbours exchanged.
 */
export function nearestName(typed: string, candidates: Iterable<string>): string | null {
  const wanted = typed.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: string | null = null;
  let best = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= best) continue;
    const slips = countSlips(wanted, candidate.toLowerCase());
    if (slips < best) {
      best = slips;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Optimal string alignment distance. */
function countSlips(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
