import { ConfigError } from "../errors.ts";
import { isLoopback } from "../wire/is-loopback.ts";

/** The query language of an engine, and its job type. */
export type EngineType = "presto" | "hive";

export interface Descriptor {
  readonly type: EngineType;
  readonly database: string;
  /** Set in the full form; null in the shorthand, which uses the default connection. */
  readonly connection: { readonly apikey: string; readonly endpoint: string } | null;
}

const FORMS = "<type>:<database> or <type>://<apikey>@<host>/<database>, where <type> is presto or hive";
// `trino` is the engine's newer name.
const TYPES = new Map<string, EngineType>([
  ["presto", "presto"],
  ["trino", "presto"],
  ["hive", "hive"],
]);

function checkType(text: string): EngineType {
  const type = TYPES.get(text);
  if (type === undefined)
    throw new ConfigError(`engine type ${JSON.stringify(text)} is not known; write presto or hive`);
  return type;
}

/** @throws ConfigError naming the first character not allowed in a database name. */
export function checkDatabase(name: string): string {
  if (name === "") throw new ConfigError(`the engine descriptor names no database; write ${FORMS}`);
  const odd = /[^a-z0-9_]/.exec(name);
  if (odd !== null)
    throw new ConfigError(
      `database name ${JSON.stringify(name)} in the engine descriptor holds ${JSON.stringify(odd[0])}; ` +
        "names hold only a-z, 0-9 and _",
    );
  return name;
}

/**
 * Parses a descriptor. Parameters after `?` are ignored. The host is reached over https; over http if it is this
 * machine (`127.0.0.1:8190`).
 *
 * @throws ConfigError naming the fault, without the key.
 */
export function parseDescriptor(text: string): Descriptor {
  const [body = ""] = text.split("?", 1);
  const [, typeText, rest] = /^([A-Za-z0-9_+.-]*):(.*)$/s.exec(body) ?? [];
  if (typeText === undefined || rest === undefined)
    throw new ConfigError(`the engine descriptor is not of the form ${FORMS}`);
  const type = checkType(typeText);
  if (!rest.startsWith("//")) {
    // A mistyped full form: its key must not be shown as a wrong database name.
    if (/[/@]/.test(rest)) throw new ConfigError(`the engine descriptor is not of the form ${FORMS}`);
    return { type, database: checkDatabase(rest), connection: null };
  }

  // Keys contain slashes (1/0a1b2c): the key ends at the last @.
  const at = rest.lastIndexOf("@");
  const apikey = rest.slice(2, Math.max(at, 2));
  if (apikey === "") throw new ConfigError(`the engine descriptor has no API key; write ${FORMS}`);
  const [, host, name] = /^([^/]+)\/([^/]*)\/?$/.exec(rest.slice(at + 1)) ?? [];
  if (host === undefined || name === undefined)
    throw new ConfigError(`after the key, the engine descriptor must read <host>/<database>; write ${FORMS}`);
  const [, hostname = ""] = /^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.exec(host) ?? [];
  if (hostname === "")
    throw new ConfigError(`${JSON.stringify(host)} in the engine descriptor is not a host`);
  const endpoint = `${isLoopback(hostname) ? "http" : "https"}://${host}`;
  return { type, database: checkDatabase(name), connection: { apikey, endpoint } };
}
