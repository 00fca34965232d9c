import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "./errors.ts";
import { isLoopback } from "./http/is-loopback.ts";
import { refusePlainHttp } from "./http/refuse-plain-http.ts";

/** Environment variables, as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where requests go and with which key. */
export interface Target {
  /** Base address without a trailing slash. */
  readonly endpoint: string;
  readonly apikey: string;
  /** `local-service`: nothing was configured, the running local service's own file told. */
  readonly source: "configured" | "local-service";
}

/** The local service's default address; also the default of `SVC_API_SERVER`. */
const DEFAULT_ENDPOINT = "http://127.0.0.1:8190";

/** An address as people write it: `https://` is put in front where the scheme is missing, `http://` for this machine. */
export function normalizeEndpoint(text: string): string {
  const trimmed = text.trim();
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
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ConfigError(`endpoint ${JSON.stringify(text)} must be http or https`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError("endpoint must not carry a user or a key; pass the key as apikey");
  }
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
}

/** Read at every request, so that a local service started later is found without a new `connect`. */
export type ResolveTarget = () => Promise<Target>;

/**
 * Work out where requests go: arguments, then `SVC_API_KEY` and `SVC_API_SERVER`, then the running local service.
 * Nothing is read from disk and nothing is sent before the first request.
 */
export function resolveTarget(
  apikey: string | null | undefined,
  endpoint: string | null | undefined,
  env: Environment,
): ResolveTarget {
  const key = apikey || env["SVC_API_KEY"] || null;
  const server = endpoint || env["SVC_API_SERVER"] || null;
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError("the API key holds a blank or a character that can't be sent");
  }
  if (server !== null && key === null) {
    // The server is the caller's choice, so is the key: taking the local service's would send it elsewhere.
    throw new ConfigError(`no API key for ${normalizeEndpoint(server)}: pass apikey or set SVC_API_KEY`);
  }
  if (key !== null) {
    const target: Target = {
      endpoint: refusePlainHttp(normalizeEndpoint(server ?? DEFAULT_ENDPOINT), env),
      apikey: key,
      source: "configured",
    };
    return () => Promise.resolve(target);
  }
  return () => localServiceTarget(serviceFilePath(env));
}

/** `service.json` of the local service: `${SVC_HOME:-~/.svclib}/service.json`. */
function serviceFilePath(env: Environment): string {
  return join(env["SVC_HOME"] || join(homedir(), ".svclib"), "service.json");
}

async function localServiceTarget(path: string): Promise<Target> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") {
      throw new ConfigError(`can't read ${path}, where the local service says its address`, { cause });
    }
    return { endpoint: DEFAULT_ENDPOINT, apikey: "local", source: "local-service" };
  }
  try {
    const { url, apikey } = JSON.parse(text) as { url: string; apikey: string };
    return { endpoint: normalizeEndpoint(url), apikey: String(apikey), source: "local-service" };
  } catch (cause) {
    throw new ConfigError(`${path} is damaged; start the local service again: npx svclib serve --samples`, {
      cause,
    });
  }
}
