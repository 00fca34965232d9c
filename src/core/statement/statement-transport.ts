import { Transport } from "../http/transport.ts";
import type { Environment } from "../options/settings.ts";
import type { StatementProtocol } from "./statement-client.ts";
import { statementEndpoint } from "./statement-host.ts";

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
      return { ...target, endpoint: statementEndpoint(target.endpoint, env) };
    },
    authorize: (apikey) => ({ [protocol === "trino" ? "x-trino-user" : "x-presto-user"]: apikey }),
  });
}
