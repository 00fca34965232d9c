import { ConfigError } from "../errors.ts";
import type { Environment } from "../options/environment.ts";
import { isLoopback } from "../wire/is-loopback.ts";

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
