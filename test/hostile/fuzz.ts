import type { Random } from "../core/helpers/random.ts";
import { seededRandom } from "../faults/lib/seeded-random.ts";

const ODD_BYTES = [0x00, 0x7f, 0x80, 0x90, 0xa0, 0xc1, 0xc6, 0xc9, 0xd9, 0xdb, 0xdd, 0xdf, 0xff];

/** A copy of `bytes` with some of them changed, removed, repeated or inserted. */
export function mutate(random: Random, bytes: Uint8Array): Buffer {
  let copy: Buffer = Buffer.from(bytes);
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(copy.length + 1);
    const length = 1 + random.below(8);
    const odd = Buffer.from(
      Array.from({ length }, () => (random.next() < 0.5 ? random.pick(ODD_BYTES) : random.below(256))),
    );
    switch (random.below(5)) {
      case 0:
        if (at < copy.length) copy[at] = random.below(256);
        break;
      case 1:
        copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
        break;
      case 2:
        copy = Buffer.concat([copy.subarray(0, at), odd, copy.subarray(at)]);
        break;
      case 3:
        copy = Buffer.concat([copy.subarray(0, at), copy.subarray(random.below(at + 1))]);
        break;
      default:
        copy = copy.subarray(0, at);
    }
  }
  return copy;
}

/** Text joined from random `parts`. */
export function mixed(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: random.below(most) }, () => random.pick(parts)).join("");
}

/** Runs `check` with many seeds; a failure names its seed. */
export async function fuzz(runs: number, check: (random: Random, seed: number) => unknown): Promise<void> {
  for (let seed = 1; seed <= runs; seed++) {
    const startedMs = performance.now();
    try {
      await check(seededRandom(seed), seed);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${String(cause)}`, { cause });
    }
    const tookMs = performance.now() - startedMs;
    if (tookMs > 10_000) throw new Error(`seed ${seed} took ${tookMs} ms`);
  }
}

/** The value, or null if an error with one of these names was thrown; other errors are rethrown. */
export async function orError<T>(names: readonly string[], work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && names.includes(error.name)) return null;
    throw error;
  }
}
