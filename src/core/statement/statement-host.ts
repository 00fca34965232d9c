import { ConfigError } from "../errors.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import { refusePlainHttp } from "../http/refuse-plain-http.ts";
import { normalizeEndpoint, type Environment } from "../options/settings.ts";

/**
 * Endpoint of the direct path: `SVC_PRESTO_API` (a host or URL) if set; else the API's host with the first label `api`
 * replaced by `api-presto`; on this machine, the API's own endpoint.
 */
export function statementEndpoint(endpoint: string, env: Environment): string {
  const named = env["SVC_PRESTO_API"];
  if (named) return refusePlainHttp(normalizeEndpoint(named), env);
  const url = new URL(endpoint);
  if (isLoopback(url.hostname)) return url.origin;
  const [first, ...rest] = url.host.split(".");
  if (first !== "api" || rest.length === 0)
    throw new ConfigError(
      `can't tell the host of the direct path from the endpoint ${url.origin}; set SVC_PRESTO_API, ` +
        "or pass force_job: true to run the query as a job",
    );
  return refusePlainHttp(`${url.protocol}//api-presto.${rest.join(".")}`, env);
}
