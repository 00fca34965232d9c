import { refuse, script, type ScriptFunction } from "./script-function.ts";
import { formatLikeJava } from "./java-formatter.ts";
import { createRequire } from "node:module";

const MAGNITUDES = ["", "K", "M", "B", "T", "Q"];

/** `123456` as `123K`: three digits and a suffix, of a number as a bigint. Trino gives negative ones two decimals. */
function shortNumber(value: number): string {
  let magnitude = 0;
  let rest = Number.isNaN(value) ? 0 : Math.max(-(2 ** 63), Math.min(value, 2 ** 63));
  while (Math.abs(rest) >= 1000 && magnitude < MAGNITUDES.length - 1) {
    rest /= 1000;
    magnitude++;
  }
  return Number(rest.toFixed(rest >= 100 ? 0 : rest >= 10 ? 1 : 2)) + MAGNITUDES[magnitude]!;
}

function fromBase(text: string, base: bigint): bigint {
  const fail = (): never => {
    refuse(`Not a valid base-${base} number: ${text}`);
  };
  if (base < 2n || base > 36n) refuse("Radix must be between 2 and 36");
  const match = /^([+-]?)([0-9a-zA-Z]+)$/.exec(text) ?? fail();
  let value = 0n;
  for (const char of match[2]!.toLowerCase()) {
    const digit = BigInt(parseInt(char, 36));
    if (digit >= base) fail();
    value = value * base + digit;
  }
  if (match[1] === "-") value = -value;
  return value > 9223372036854775807n || value < -9223372036854775808n ? fail() : value;
}

/** What has an escape and is no UTF-8 becomes U+FFFD, as Java's decoder does: a half of a surrogate pair is one, not three. */
function decodeUrl(text: string): string {
  const whole = text.replace(/%ED%[AB][0-9A-F]%[89AB][0-9A-F]/gi, "%EF%BF%BD");
  return whole.replace(/(?:%[0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

const LARGEST = 2n ** 64n - 1n;

/**
 * Hive's `conv`: converts a number between bases; a negative target base gives a signed result. Parsing stops at the first invalid digit.
 * Arithmetic is unsigned 64-bit; overflow gives 2^64 - 1, but past 2^63 Hive no longer looks for it.
 */
function convertBase(text: string, from: bigint, to: bigint): string | null {
  if (text === "") return null;
  const base = Number(from);
  const target = Number(to < 0n ? -to : to);
  if (base < 2 || base > 36 || target < 2 || target > 36) return null;
  const match = /^(-?)([0-9a-z]*)/i.exec(text)!;
  let signed = 0n;
  for (const char of match[2]!) {
    const digit = BigInt(parseInt(char, 36));
    if (digit >= from) break;
    const next = signed * from + digit;
    if (next > LARGEST) {
      signed = -1n;
      break;
    }
    signed = BigInt.asIntN(64, next);
  }
  let negative = match[1] === "-";
  if (negative && to > 0n) signed = signed < 0n ? -1n : -signed;
  if (to < 0n && signed < 0n) [signed, negative] = [-signed, true];
  const digits = BigInt.asUintN(64, signed).toString(target).toUpperCase();
  return negative && to < 0n ? `-${digits}` : digits;
}

/** `String.hashCode` over the UTF-8 bytes, as in Hive's Text. */
function javaHash(text: string): bigint {
  let hash = 0;
  for (const byte of Buffer.from(text)) hash = (Math.imul(hash, 31) + ((byte << 24) >> 24)) | 0;
  return BigInt(hash);
}

const SIZES = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

function dataSize(text: string): string {
  const [, whole = "", fraction = "", unit = ""] = /^(?=\.?\d)(\d*)(?:\.(\d*))?([a-zA-Z]+)$/.exec(text) ?? [];
  const power = SIZES.indexOf(unit);
  if (power < 0) refuse(`Invalid data size: '${text}'`);
  return String((BigInt(whole + fraction) * 1024n ** BigInt(power)) / 10n ** BigInt(fraction.length));
}

/** Edit distance in characters: insertions, deletions and substitutions. */
function levenshtein(from: string, to: string): number {
  const other = [...to];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    other.forEach((one, j) =>
      next.push(Math.min(row[j]! + (one === char ? 0 : 1), row[j + 1]! + 1, next[j]! + 1)),
    );
    row = next;
  }
  return row.at(-1)!;
}

export const TEXT_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_levenshtein: script("(text, text) -> long", (from, to) => BigInt(levenshtein(from, to))),
  svc_format: script("(text, texts) -> text", (pattern, args) => formatLikeJava(pattern, args)),
  svc_data_size: script("(text) -> text", dataSize),
  svc_conv: script("(text, long, long) -> text", convertBase),
  svc_java_hash: script("(text) -> long", javaHash),
  svc_combine_hash: script("(longs) -> integer", (list) =>
    list.reduce((sum, value) => (Math.imul(sum, 31) + Number(BigInt.asIntN(32, value))) | 0, 0),
  ),
  svc_normalize: script("(text, text) -> text", (text, form) => text.normalize(form)),
  svc_format_number: script("(double) -> text", shortNumber),
  // application/x-www-form-urlencoded: letters, digits and .-*_ stay, a space becomes +.
  svc_url_encode: script("(text) -> text", (text) =>
    encodeURIComponent(text)
      .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
      .replace(/%20/g, "+"),
  ),
  svc_url_decode: script("(text) -> text", decodeUrl),
  svc_parse_agent: script("(text) -> map", (text) => parseUserAgent(text)),
  svc_from_base: script("(text, long) -> long", fromBase),
};

const require = createRequire(import.meta.url);

interface Woothee {
  readonly parse: (agent: string) => Record<string, string>;
}

/** A few of Woothee's patterns take the square of the length: some 4 ms for so many characters, seconds for 100,000. */
const MAX_LENGTH = 8192;

/**
 * Parses a user agent by Woothee, whose fields are those of the hosted service: `category`, `name`, `os`, `os_version`, `vendor` and
 * `version`; UNKNOWN for what it does not give. Reads the first 8,192 characters.
 */
export function parseUserAgent(agent: string): Record<string, string> {
  // Loaded with the first call: it takes 10 ms, and few statements need it.
  const { parse } = require("woothee") as Woothee;
  return Object.fromEntries(Object.entries(parse(agent.slice(0, MAX_LENGTH))).sort());
}
