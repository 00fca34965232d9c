import { Random } from "../../core/helpers/random.ts";

/** Random numbers of a run; neighbouring seeds give unrelated sequences. */
export function seededRandom(seed: number): Random {
  let mixed = (seed + 0x9e3779b9) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return new Random((mixed ^ (mixed >>> 16)) >>> 0);
}
