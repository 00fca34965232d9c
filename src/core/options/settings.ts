// This folder: options, profiles and environment variables to settings.

import { join } from "node:path";
import { ConfigError } from "../errors.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import type { ServiceIdentity } from "../local-service/prove-service.ts";
import type { Environment } from "./option-forms.ts";
import { readProfile } from "./profiles.ts";
import { readServiceFile, serviceHome } from "../local-service/service-file.ts";

/** Endpoint and key of requests. */
export interface ServiceTarget {
  /** Base URL without a trailing slash. */
  readonly endpoint: string;
  readonly apikey: string;
  /** Identity of the local service, if it was found by its file: it must prove itself. Absent if the caller named the server. */
  readonly provenBy?: ServiceIdentity;
  /** A profile's address of the statement protocol, null if it names none. Absent: the environment's. */
  readonly prestoApi?: string | null;
}

/** Completes a URL: `https://` is prepended if the scheme is missing, `http://` for this machine. */
export function normalizeEndpoint(text: string): string {
  const trimmed = text.trim();
  // As an address, `1/abc` would be the host 0.0.0.1, and errors would show the key as its path.
  if (/^\d+\/\w+$/.test(trimmed))
    throw new ConfigError("endpoint is an API key; pass the key first, then the address: connect(key, url)");
  // Keys have slashes, so the key of https://1/abc@host would be read as a path, and shown.
  if (trimmed.includes("@"))
    throw new ConfigError("endpoint must not carry a user or a key; pass the key as apikey");
  const host = /^([^/?#:]+|\[[^\]]+\])(:\d+)?(\/|$)/.exec(trimmed)?.[1] ?? "";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${isLoopback(host) ? "http" : "https"}://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch (cause) {
    throw new ConfigError(`endpoint ${JSON.stringify(text)} is not an address such as https://host`, {
      cause,
    });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ConfigError(`endpoint ${JSON.stringify(text)} must be http or https`);
  return `${url.protocol}//${url.host}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** Called for every request, so that a local service started later is found without a new `connect`. */
export type ResolveTarget = () => Promise<ServiceTarget>;

/**
 * Determines where requests go: the server given or in `SVC_API_SERVER`, else this user's local service, even if a key is given.
 * Nothing is read from disk or sent before the first request.
 */
export function resolveTarget(
  apikey: string | null | undefined,
  endpoint: string | null | undefined,
  env: Environment,
  profile: string | null = null,
): ResolveTarget {
  const isNamed = Boolean(apikey || endpoint);
  if (profile !== null && isNamed)
    throw new ConfigError(
      "a profile has its own key and address: pass either a profile, or apikey and endpoint",
    );
  const account = profile ?? (isNamed ? null : env["SVC_PROFILE"] || null);
  if (account !== null) {
    const other = ["SVC_API_KEY", "SVC_API_SERVER"].find((name) => env[name]);
    // Which account is meant can't be told, and a wrong guess would send queries to the wrong one.
    if (profile === null && other !== undefined)
      throw new ConfigError(`SVC_PROFILE and ${other} are both set; unset one of them`);
    return () => profileTarget(account, env);
  }
  const key = apikey || env["SVC_API_KEY"] || null;
  const server = endpoint || env["SVC_API_SERVER"] || null;
  if ([key, server].some((one) => one !== null && typeof one !== "string"))
    throw new ConfigError("apikey and endpoint are texts: connect(apikey, endpoint, { database: ... })");
  if (key !== null) checkKey(key, "into SVC_API_KEY or apikey");
  if (server === null) return () => localServiceTarget(serviceHome(env), key);
  if (key === null) {
    // The caller chose the server, so the caller must choose the key: the local service's key must not be sent elsewhere.
    throw new ConfigError(`no API key for ${normalizeEndpoint(server)}: pass apikey or set SVC_API_KEY`);
  }
  const target: ServiceTarget = { endpoint: refusePlainHttp(normalizeEndpoint(server), env), apikey: key };
  return () => Promise.resolve(target);
}

/** @param origin - Where to copy it again. */
function checkKey(key: string, origin: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigError(
      `the API key contains a blank or a character that an HTTP header can't carry; copy it again ${origin}`,
    );
}

async function profileTarget(name: string, env: Environment): Promise<ServiceTarget> {
  const { server, apikey, presto_api: prestoApi = null } = await readProfile(name, env);
  checkKey(apikey, `with svclib login ${name}`);
  return { endpoint: refusePlainHttp(normalizeEndpoint(server), env), apikey, prestoApi };
}

async function localServiceTarget(home: string, key: string | null): Promise<ServiceTarget> {
  const service = await readServiceFile(home);
  if (service === null)
    throw new ConfigError(
      `${key === null ? "neither SVC_API_KEY nor" : "SVC_API_KEY is set, but no"} SVC_API_SERVER is set, and no local service is running (${join(home, "service.json")} does not exist): set SVC_API_SERVER, or start the service with npx svclib serve --samples`,
    );
  const { url, apikey, secret } = service;
  return { endpoint: normalizeEndpoint(url), apikey: key ?? apikey, provenBy: { url, secret } };
}

/**
 * Refuses plain http, which would expose the key header on the network. Exempt are this machine and the hosts in
 * `SVC_ALLOW_HTTP` (comma-separated), for networks secured by other means.
 *
 * @returns `endpoint`
 * @throws ConfigError for plain http to any other host.
 */
export function refusePlainHttp(endpoint: string, env: Environment): string {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== "http:" || isLoopback(hostname)) return endpoint;
  const allowed = (env["SVC_ALLOW_HTTP"] ?? "").split(",").map((name) => name.trim().toLowerCase());
  if (allowed.includes(hostname)) return endpoint;
  throw new ConfigError(
    `${endpoint} is plain http, which would expose the API key on the network; use https, or allow this host with SVC_ALLOW_HTTP=${hostname}`,
  );
}
