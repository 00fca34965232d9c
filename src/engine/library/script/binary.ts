import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { refuse, script, type ScriptFunction } from "./script-function.ts";
import { readUtf8 } from "./utf8.ts";
import { xxhash64 } from "./xxhash64.ts";

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
