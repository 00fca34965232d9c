import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { ifThere } from "../../system/if-there.ts";
import { makeOwnerOnly } from "../files/owner-only.ts";
import { Fault } from "../errors/fault.ts";
import { replaceTextFile } from "../files/replace-text-file.ts";

/** `query_only` keys can list and query; `administrator` keys can also change data. */
type Permission = "administrator" | "query_only";

export interface ApiKey {
  /** `<digits>/<lower-case letters and digits>`. */
  readonly key: string;
  readonly permission: Permission;
  /** Recorded as the `user_name` of the key's jobs. */
  readonly user_name: string;
}

export interface KeyUser {
  readonly id: number;
  readonly name: string;
  readonly administrator: boolean;
}

export class KeyRing {
  readonly #keys: readonly { readonly digest: Buffer; readonly key: ApiKey }[];
  /** Time of the last change of the keys, unix milliseconds. */
  readonly changedAtMs: number;

  constructor(keys: readonly ApiKey[], changedAtMs = 0) {
    this.#keys = keys.map((key) => ({ digest: digestOf(key.key), key }));
    this.changedAtMs = changedAtMs;
  }

  /** Users in the order of the file. */
  get users(): KeyUser[] {
    const users = new Map<string, KeyUser>();
    for (const { key } of this.#keys) {
      const { user_name: name, permission } = key;
      const former = users.get(name);
      const administrator = permission === "administrator" || former?.administrator === true;
      users.set(name, { id: former?.id ?? users.size + 1, name, administrator });
    }
    return [...users.values()];
  }

  /** The first administrator key, which local clients of the service's user get. */
  get administrator(): ApiKey {
    // A file without one is refused.
    return this.#keys.find(({ key }) => key.permission === "administrator")!.key;
  }

  /** Takes constant time, whichever key matches. */
  find(text: string): ApiKey | null {
    const wanted = digestOf(text);
    let found: ApiKey | null = null;
    for (const { digest, key } of this.#keys) if (timingSafeEqual(digest, wanted)) found = key;
    return found;
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Reads the key file, or creates it with one administrator key. Keys can be added by hand; they take effect at the next
 * start.
 *
 * @param path - JSON `{"keys":[{"key","permission","user_name"}]}`, mode 0600.
 */
export async function loadKeys(path: string): Promise<KeyRing> {
  const found = await readKeys(path);
  if (found !== null) {
    await makeOwnerOnly(path);
    return found;
  }
  const keys: ApiKey[] = [
    { key: `1/${randomBytes(20).toString("hex")}`, permission: "administrator", user_name: "local" },
  ];
  await replaceTextFile(path, `${JSON.stringify({ keys }, null, 2)}\n`);
  return new KeyRing(keys, Date.now());
}

/** Reads the key file. @returns null if there is none. */
export async function readKeys(path: string): Promise<KeyRing | null> {
  const text = await ifThere(readFile(path, "utf8"));
  return text === null ? null : new KeyRing(parseKeys(text, path), (await stat(path)).mtimeMs);
}

function parseKeys(text: string, path: string): ApiKey[] {
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { keys?: unknown }).keys;
  } catch (cause) {
    throw new Error(`The key file ${path} is not JSON; fix it, or delete it to get a new key.`, { cause });
  }
  if (!Array.isArray(keys) || !keys.every(isApiKey))
    throw new Error(
      `The key file ${path} must hold {"keys":[{"key","permission","user_name"}]} with permission administrator or query_only.`,
    );
  if (!keys.some(({ permission }) => permission === "administrator"))
    throw new Error(`The key file ${path} has no administrator key.`);
  for (const [place, { key, user_name: name }] of keys.entries()) {
    if (isWeak(key))
      throw new Error(
        `In the key file ${path} the key of ${name} can be guessed: after the slash it needs at least ${MIN_SECRET_LENGTH} letters and digits that nobody guesses, as \`openssl rand -hex 16\` makes them.`,
      );
    const first = keys.findIndex((other) => other.key === key);
    if (first !== place)
      throw new Error(
        `In the key file ${path} ${keys[first]?.user_name} and ${name} have the same key; each needs its own.`,
      );
  }
  return keys;
}

const MIN_SECRET_LENGTH = 16;
const MIN_DIFFERENT = 6;

/** Whether a key, written by hand, is short or of few different characters. */
function isWeak(key: string): boolean {
  const secret = key.slice(key.indexOf("/") + 1);
  return secret.length < MIN_SECRET_LENGTH || new Set(secret).size < MIN_DIFFERENT;
}

function isApiKey(value: unknown): value is ApiKey {
  const { key, permission, user_name } = value as Partial<ApiKey>;
  return (
    typeof key === "string" &&
    /^[0-9]+\/[0-9a-z]+$/.test(key) &&
    (permission === "administrator" || permission === "query_only") &&
    typeof user_name === "string"
  );
}

/**
 * Authenticates a request. REST sends `Authorization: TD1 <key>`, or the bare key as the Java client does unless it is 40 hex digits; the
 * statement protocol sends the key as the user name, in `X-Trino-User`, `X-Presto-User` or basic authentication.
 *
 * @returns null for an unknown key.
 * @throws Fault `unauthorized` without a key.
 */
export function authenticate(headers: Headers, keys: KeyRing): ApiKey | null {
  const authorization = headers.get("authorization");
  const text = authorization ? keyOfAuthorization(authorization) : userHeader(headers);
  if (text === null || text === "")
    throw new Fault("unauthorized", "No API key was given; send the header `Authorization: TD1 <apikey>`.");
  return keys.find(text);
}

function userHeader(headers: Headers): string | null {
  return headers.get("x-trino-user") ?? headers.get("x-presto-user");
}

function keyOfAuthorization(authorization: string): string | null {
  const [scheme = "", rest] = authorization.trim().split(/\s+/, 2);
  if (rest === undefined) return /^(TD1|Basic)$/i.test(scheme) ? null : scheme;
  if (/^TD1$/i.test(scheme)) return rest;
  if (/^Basic$/i.test(scheme)) return Buffer.from(rest, "base64").toString("utf8").split(":", 1)[0]!;
  return null;
}
