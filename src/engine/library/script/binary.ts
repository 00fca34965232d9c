import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { refuse, script, type ScriptFunction } from "./script-function.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function toBase32(data: Uint8Array): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  const text = digits.map((group) => BASE32[parseInt(group.padEnd(5, "0"), 2)]!).join("");
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}

function fromBase32(text: string): Uint8Array {
  const digits = text.replace(/(?<!=)=+$/, "");
  if ([1, 3, 6].includes(digits.length % 8)) refuse(`Invalid input length ${digits.length}`);
  const bits = [...digits].map((char) => {
    const digit = BASE32.indexOf(char);
    if (digit < 0) refuse(`Invalid input to from_base32: '${text}'`);
    return digit.toString(2).padStart(5, "0");
  }).join(""); // prettier-ignore
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

const invalidReplacement = (code: bigint): never => refuse(`Invalid replacement character: ${code}`);

/** Hashes beyond DuckDB's md5, sha1 and sha256, and other binary functions. */
export const BINARY_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_from_utf8: script("(binary, text) -> text", (value, replacement) =>
    readUtf8(value.bytes, () => replacement),
  ),
  svc_from_utf8_by: script("(binary, long) -> text", ({ bytes }, code) => {
    if (code > 0x10ffffn || (code >= 0xd800n && code < 0xe000n)) invalidReplacement(code);
    return readUtf8(bytes, () => {
      if (code < 0n) invalidReplacement(code);
      return String.fromCodePoint(Number(code));
    });
  }),
  svc_digest: script("(text, binary) -> binary", (name, value) =>
    createHash(name).update(value.bytes).digest(),
  ),
  svc_hmac: script("(text, binary, binary) -> binary", (name, value, key) =>
    createHmac(name, key.bytes).update(value.bytes).digest(),
  ),
  svc_crc32: script("(binary) -> long", (value) => BigInt(crc32(value.bytes))),
  svc_xxhash64: script("(binary) -> binary", (value) => {
    const out = Buffer.alloc(8);
    out.writeBigUInt64BE(xxhash64(value.bytes));
    return out;
  }),
  svc_to_base32: script("(binary) -> text", (value) => toBase32(value.bytes)),
  svc_from_base32: script("(text) -> binary", (text) => fromBase32(text)),
  svc_big_endian: script("(long, integer) -> binary", (value, size) => {
    const out = Buffer.alloc(8);
    out.writeBigInt64BE(value);
    return out.subarray(8 - size);
  }),
  svc_to_ieee754: script("(double, integer) -> binary", (value, size) => {
    const out = Buffer.alloc(size);
    // The engine's NaN may have a sign.
    const number = Number.isNaN(value) ? NaN : value;
    if (size === 8) out.writeDoubleBE(number);
    else out.writeFloatBE(number);
    return out;
  }),
  svc_from_ieee754: script("(binary, integer) -> double", (value, size) => {
    const data = bytesOf(value, size);
    return size === 8 ? data.readDoubleBE() : data.readFloatBE();
  }),
  svc_from_big_endian: script("(binary, integer) -> long", (value, size) => {
    const data = bytesOf(value, size);
    return size === 8 ? data.readBigInt64BE() : BigInt(data.readInt32BE());
  }),
};

function bytesOf({ bytes }: { readonly bytes: Uint8Array }, size: number): Buffer {
  if (bytes.length !== size) refuse(`expected ${size} bytes, found ${bytes.length}`);
  return Buffer.from(bytes);
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function read(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes of a character by its first byte; Java's decoders also accept five and six. */
const lengthOf = (first: number): number =>
  [0xc0, 0xe0, 0xf0, 0xf8, 0xfc].reduce((length, limit) => (first >= limit ? length + 1 : length), 1);

/** Decodes UTF-8; each invalid character, with its continuation bytes, becomes the replacement. */
function readUtf8(bytes: Uint8Array, replacement: () => string): string {
  const whole = read(bytes);
  if (whole !== null) return whole;
  let text = "";
  for (let from = 0, to = 1; from < bytes.length; from = to++) {
    const first = bytes[from]!;
    const end = from + (first >= 0xfe ? 1 : lengthOf(first));
    while (to < end && to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to++;
    text += read(bytes.subarray(from, to)) ?? replacement();
  }
  return text;
}

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
function xxhash64(data: Uint8Array): bigint {
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
