import { ConfigError } from "../errors.ts";
import { Transport } from "../http/transport.ts";
import type { Environment } from "../options/option-forms.ts";
import { refusePlainHttp, normalizeEndpoint } from "../options/settings.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import type { StatementProtocol } from "../wire/statement/statement-headers.ts";

/** A transport for the direct path: another host, and the key sent as the user name. */
export function statementTransport(
  rest: Transport,
  env: Environment,
  protocol: StatementProtocol,
): Transport {
  const { options } = rest;
  return new Transport({
    ...options,
    seenIds: rest.seenIds,
    resolveTarget: async () => {
      const target = await options.resolveTarget();
      // The local service, found by its file, serves both paths; a configured host belongs to another service.
      if (target.provenBy) return target;
      const { prestoApi } = target;
      // The environment's host belongs to another account, which must not get a profile's key.
      const own = prestoApi === undefined ? env : { ...env, SVC_PRESTO_API: prestoApi ?? undefined };
      return { ...target, endpoint: statementEndpoint(target.endpoint, own) };
    },
    authorize: (apikey) => ({ [`x-${protocol}-user`]: apikey }),
  });
}

/**
 * Endpoint of the direct path: `SVC_PRESTO_API` (a host or URL) if set; else the API's host with the first label `api`
 * replaced by `api-presto`; on this machine, the API's own endpoint.
 */
export function statementEndpoint(endpoint: string, env: Environment): string {
  const named = env["SVC_PRESTO_API"];
  if (named) return refusePlainHttp(normalizeEndpoint(named), env);
  const url = new URL(endpoint);
  if (isLoopback(url.hostname)) return url.href.replace(/(?<!\/)\/+$/, "");
  const [first, ...rest] = url.host.split(".");
  if (first !== "api" || rest.length === 0)
    throw new ConfigError(
      `can't tell the host of the direct path from the endpoint ${url.origin}; set SVC_PRESTO_API, ` +
        "or pass force_job: true to run the query as a job",
    );
  return refusePlainHttp(`${url.protocol}//api-presto.${rest.join(".")}`, env);
}
