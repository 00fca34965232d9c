const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;
const MASK = 0xffffffffffffffffn;

const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK;
const round = (state: bigint, input: bigint): bigint =>
  (rotate((state + input * P2) & MASK, 31n) * P1) & MASK;
const merge = (hash: bigint, state: bigint): bigint => ((hash ^ round(0n, state)) * P1 + P4) & MASK;

/** XXH64 with seed 0. */
export function xxhash64(data: Uint8Array): bigint {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  let hash: bigint;
  if (data.length >= 32) {
    let [a, b, c, d] = [(P1 + P2) & MASK, P2, 0n, -P1 & MASK];
    for (; at + 32 <= data.length; at += 32) {
      a = round(a, view.readBigUInt64LE(at));
      b = round(b, view.readBigUInt64LE(at + 8));
      c = round(c, view.readBigUInt64LE(at + 16));
      d = round(d, view.readBigUInt64LE(at + 24));
    }
    hash = (rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n)) & MASK;
    hash = merge(merge(merge(merge(hash, a), b), c), d);
  } else hash = P5;
  hash = (hash + BigInt(data.length)) & MASK;
  for (; at + 8 <= data.length; at += 8)
    hash = (rotate(hash ^ round(0n, view.readBigUInt64LE(at)), 27n) * P1 + P4) & MASK;
  if (at + 4 <= data.length) {
    hash = (rotate(hash ^ ((BigInt(view.readUInt32LE(at)) * P1) & MASK), 23n) * P2 + P3) & MASK;
    at += 4;
  }
  for (; at < data.length; at++) hash = (rotate(hash ^ ((BigInt(view[at]!) * P5) & MASK), 11n) * P1) & MASK;
  hash = ((hash ^ (hash >> 33n)) * P2) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P3) & MASK;
  return hash ^ (hash >> 32n);
}
