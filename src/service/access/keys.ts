// This folder: keys and their rights, owners of jobs, the audit log.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import {
  ROLES,
  type DatabaseRoles,
  type StatementRights,
} from "../../dialect/statements/statement-rights.ts";
import { ifThere } from "../../system/system.ts";
import { makeOwnerOnly } from "../files/owner-only.ts";
import { Fault, SettingError } from "../../engine/errors/fault.ts";
import { replaceTextFile } from "../../system/replace-text-file.ts";

/** `query_only` keys can list and query; `administrator` keys can also change data; `by_database` keys have a role in some databases. */
export type Permission = "administrator" | "query_only" | "by_database";

/** A key as the key file has it: as text, or, if `svclib keys` made it, hashed. */
export interface ApiKey {
  /** `<digits>/<lower-case letters and digits>`. */
  readonly key?: string;
  /** SHA-256 of the key in hexadecimal digits, and the key's digits before the slash. */
  readonly sha256?: string;
  readonly id?: string;
  readonly permission: Permission;
  /** With `by_database`: the roles; `*` is for all other databases. */
  readonly databases?: DatabaseRoles;
  /** Recorded as the `user_name` of the key's jobs. */
  readonly user_name: string;
  /** A key that is not accepted any more. */
  readonly disabled?: boolean;
}

/** The digits before the slash, by which people name a key. */
export const keyId = ({ id, key = "" }: ApiKey): string => id ?? key.slice(0, key.indexOf("/"));

/** What statements of the key may do. */
export function rightsOf({ permission, databases = {} }: ApiKey): StatementRights {
  if (permission !== "by_database") return { mayWrite: permission === "administrator" };
  return { mayWrite: Object.values(databases).some((role) => role !== "read"), roles: databases };
}

export interface KeyUser {
  readonly id: number;
  readonly name: string;
  readonly administrator: boolean;
}

export class KeyRing {
  #keys: readonly { readonly digest: Buffer; readonly key: ApiKey }[] = [];
  /** Time of the last change of the keys, unix milliseconds. */
  changedAtMs = 0;

  constructor(keys: readonly ApiKey[], changedAtMs = 0) {
    this.replace(keys, changedAtMs);
  }

  /** Takes effect with the next request. Disabled keys are left out. */
  replace(keys: readonly ApiKey[], changedAtMs: number): void {
    this.#keys = keys
      .filter(({ disabled }) => disabled !== true)
      .map((key) => ({ digest: digestOf(key), key }));
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

  /** The first administrator key that is there as text, which local clients of the service's user get. */
  get administrator(): ApiKey & { readonly key: string } {
    // A file without one is refused.
    return this.#keys.find(({ key }) => isForClients(key))!.key as ApiKey & { readonly key: string };
  }

  /** Takes constant time, whichever key matches. */
  find(text: string): ApiKey | null {
    const keyDigest = digestOfText(text);
    let match: ApiKey | null = null;
    for (const { digest, key } of this.#keys) if (timingSafeEqual(digest, keyDigest)) match = key;
    return match;
  }
}

function digestOfText(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function digestOf({ key = "", sha256 }: ApiKey): Buffer {
  return sha256 === undefined ? digestOfText(key) : Buffer.from(sha256, "hex");
}

/** Whether local clients can use the key: an administrator's that is there as text. */
export const isForClients = ({ permission, key, disabled }: ApiKey): boolean =>
  permission === "administrator" && key !== undefined && disabled !== true;

/** A new key with its digits before the slash, and its hash. 160 bits of chance need no salt. */
export function makeKey(id: string): { readonly key: string; readonly sha256: string } {
  const key = `${id}/${randomBytes(20).toString("hex")}`;
  return { key, sha256: digestOfText(key).toString("hex") };
}

/**
 * Reads the key file, or creates it with one administrator key.
 *
 * @param path - JSON `{"keys":[{"key","permission","user_name"}]}`, mode 0600.
 */
export async function loadKeys(path: string): Promise<KeyRing> {
  const stored = await readKeys(path);
  if (stored !== null) {
    await makeOwnerOnly(path);
    return new KeyRing(stored, (await stat(path)).mtimeMs);
  }
  const keys: ApiKey[] = [{ key: makeKey("1").key, permission: "administrator", user_name: "local" }];
  await writeKeys(path, keys);
  return new KeyRing(keys, Date.now());
}

/** How often the file is looked at. Its events are lost on some file systems. */
const WATCH_MS = 500;

/**
 * Takes over changes of the key file; one that can't be read leaves the keys as they were.
 *
 * @param onChange - Called after a change, or with the reason why it was not taken over.
 * @returns ends it.
 */
export function watchKeys(path: string, ring: KeyRing, onChange: (fault?: unknown) => void): () => void {
  const read = (): void =>
    void readKeys(path)
      .then((keys) => {
        if (keys === null) throw new Error(`The key file ${path} is gone.`);
        ring.replace(keys, Date.now());
        onChange();
      })
      .catch(onChange);
  watchFile(path, { interval: WATCH_MS, persistent: false }, read);
  return () => unwatchFile(path, read);
}

export const writeKeys = (path: string, keys: readonly ApiKey[]): Promise<void> =>
  replaceTextFile(path, `${JSON.stringify({ keys }, null, 2)}\n`);

/** Reads the key file. @returns null if there is none. */
export async function readKeys(path: string): Promise<ApiKey[] | null> {
  const text = await ifThere(readFile(path, "utf8"));
  return text === null ? null : parseKeys(text, path);
}

function parseKeys(text: string, path: string): ApiKey[] {
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { keys?: unknown }).keys;
  } catch (cause) {
    throw new SettingError(`The key file ${path} is not JSON; fix it, or delete it to get a new key.`, {
      cause,
    });
  }
  if (!Array.isArray(keys) || !keys.every(isApiKey))
    throw new SettingError(
      `The key file ${path} must hold {"keys":[{"key","permission","user_name"}]} with permission administrator, query_only, or by_database with "databases":{"NAME":"read", "write" or "own"}.`,
    );
  if (!keys.some(isForClients)) throw new SettingError(`The key file ${path} has no administrator key.`);
  for (const [index, { key, user_name: name }] of keys.entries()) {
    if (key === undefined) continue;
    if (isWeak(key))
      throw new SettingError(
        `In the key file ${path} the key of ${name} can be guessed: after the slash it needs at least ${MIN_SECRET_LENGTH} letters and digits that nobody guesses, as \`openssl rand -hex 16\` makes them.`,
      );
    const first = keys.findIndex((other) => other.key === key);
    if (first !== index)
      throw new SettingError(
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
  const { key, sha256, id, permission, databases, user_name } = (value ?? {}) as Partial<ApiKey>;
  const isKey =
    sha256 === undefined
      ? typeof key === "string" && /^[0-9]+\/[0-9a-z]+$/.test(key)
      : /^[0-9a-f]{64}$/.test(String(sha256)) && /^[0-9]+$/.test(String(id)) && key === undefined;
  const isByDatabase =
    permission === "by_database" &&
    typeof databases === "object" &&
    databases !== null &&
    Object.values(databases).every((role) => ROLES.includes(role));
  const isSimple = (permission === "administrator" || permission === "query_only") && databases === undefined;
  return isKey && (isByDatabase || isSimple) && typeof user_name === "string";
}

/**
 * Authenticates a request. REST sends `Authorization: TD1 <key>`, or the bare key as the Java client does unless it is 40 hex digits; the
 * statement protocol sends the key as the user name, in `X-Trino-User`, `X-Presto-User` or basic authentication.
 *
 * @returns null for an unknown key.
 * @throws Fault `unauthorized` without a key.
 */
export function authenticate(headers: Headers, keys: KeyRing): ApiKey | null {
  const text = sentKey(headers);
  if (text === null || text === "")
    throw new Fault("unauthorized", "No API key was given; send the header `Authorization: TD1 <apikey>`.");
  return keys.find(text);
}

/** The key that a request has. */
export function sentKey(headers: Headers): string | null {
  const authorization = headers.get("authorization");
  return authorization ? keyOfAuthorization(authorization) : userHeader(headers);
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
