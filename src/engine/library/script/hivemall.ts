import { refuse, script, type ScriptFunction } from "./script-function.ts";

const SEED = 0x9747b28c;

const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));
const mixed = (k: number): number => Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);

/** MurmurHash3 (32 bits) of the UTF-8 bytes. */
function murmur3(text: string, seed = SEED): number {
  const bytes = Buffer.from(text);
  const tail = bytes.length & ~3;
  let hash = seed;
  for (let at = 0; at < tail; at += 4) {
    hash = rotate(hash ^ mixed(bytes.readInt32LE(at)), 13);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= tail; at--) rest = (rest << 8) | bytes[at]!;
  hash ^= mixed(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The first values of Java's `new Random(31).nextInt()`. */
function seeds(count: number): number[] {
  let state = 31n ^ 0x5deece66dn;
  return Array.from({ length: count }, () => {
    state = BigInt.asUintN(48, state * 0x5deece66dn + 0xbn);
    return Number(BigInt.asIntN(32, state >> 16n));
  });
}

/** MinHash of weighted features: `count` hashes, each combining the `keys` smallest values of one hash function. */
function minhash(features: readonly (string | null)[], count: number, keys: number): bigint[] {
  const weighted = features.flatMap((feature) => {
    if (feature === null) return [];
    const colon = feature.indexOf(":");
    const weight = colon < 0 ? 1 : Number(feature.slice(colon + 1));
    if (!(weight >= 0)) refuse(`not a feature with a weight from 0: ${feature}`);
    return [{ name: colon < 0 ? feature : feature.slice(0, colon), weight: Math.fround(weight) }];
  });
  return seeds(count).map((seed) => {
    const candidates: number[] = [];
    let least = Math.fround(3.4028234663852886e38);
    for (const { name, weight } of weighted) {
      const hash = Math.abs(murmur3(name, seed) | 0);
      const value = Math.fround(hash / weight);
      if (!(value < least)) continue;
      least = value;
      candidates.push(hash);
    }
    if (candidates.length === 0) return 0n;
    candidates.sort((a, b) => a - b);
    return BigInt(
      candidates.slice(0, keys).reduce((all, hash) => (Math.imul(31, all) + hash) | 0, 1) & 0x7fffffff,
    );
  });
}

/** Area under the ROC curve: the probability that a positive row scores higher than a negative one; ties count half. */
function auc(positive: readonly (number | null)[], negative: readonly (number | null)[]): number {
  const ascending = (scores: readonly (number | null)[]): number[] =>
    scores.filter((score) => score !== null).sort((a, b) => a - b);
  const [high, low] = [ascending(positive), ascending(negative)];
  if (high.length === 0 || low.length === 0) refuse("auc needs rows of both labels, 1 and 0");
  let [below, upTo, pairs] = [0, 0, 0];
  for (const score of high) {
    while (below < low.length && low[below]! < score) below++;
    while (upTo < low.length && low[upTo]! <= score) upTo++;
    pairs += (below + upTo) / 2;
  }
  return pairs / (high.length * low.length);
}

export const HIVEMALL_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_murmur3: script("(text) -> integer", (text) => murmur3(text)),
  svc_minhash: script("(texts, long, long) -> longs", (features, count, keys) =>
    minhash(features, Number(count), Number(keys)),
  ),
  svc_auc: script("(doubles, doubles) -> double", (positive, negative) => auc(positive, negative)),
};
