import { report, reported, type Figures } from "./report.ts";
import { requireTime } from "./require-time.ts";

/** A long test as seeds: `total` of them from `firstSeed` on, `size` per piece. */
export interface Pieces {
  readonly firstSeed: number;
  readonly total: number;
  readonly size: number;
}

/**
 * Runs a long test piece by piece. Each piece adds a line to the report and is skipped if that line exists: an interrupted test
 * resumes where it was (`npm run test:faults -- --resume`).
 *
 * @throws when the time is up (`--minutes`) before all pieces are done: an unfinished test has not passed.
 */
export async function inPieces(
  name: string,
  { firstSeed, total, size }: Pieces,
  run: (firstSeed: number, count: number) => Promise<Figures>,
): Promise<void> {
  const done = new Set(reported().map((line) => `${line.name} ${line["first_seed"]} ${line["runs"]}`));
  for (let seed = firstSeed; seed < firstSeed + total; seed += size) {
    const count = Math.min(size, firstSeed + total - seed);
    if (done.has(`${name} ${seed} ${count}`)) continue;
    requireTime(`${firstSeed + total - seed} of ${total} runs of ${name}`);
    report(name, { first_seed: seed, runs: count, ...(await run(seed, count)) });
  }
}
