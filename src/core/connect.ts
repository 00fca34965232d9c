import { Client } from "./client.ts";
import type { ConnectOptions } from "./options/client-options.ts";

/**
 * Open a connection to the service. Nothing is sent and the key is not checked before the first request.
 *
 * With no server, given or in the environment, requests go to this user's local service (`svclib serve`), wherever its file in `SVC_HOME`
 * says that it listens. It proves on each connection that it is the service of that file before it is sent anything.
 *
 * @param apikey - Default: `SVC_API_KEY`, else the local service's own.
 * @param endpoint - API server. Default: `SVC_API_SERVER`, else the local service.
 * @throws ConfigError for an unknown option, an endpoint that is no address, or a server without a key.
 * @example const con = connect("1/0a1b2c", "https://api.example.com");
 */
export function connect(
  apikey?: string | null,
  endpoint?: string | null,
  options: ConnectOptions = {},
): Client {
  return new Client(apikey, endpoint, options);
}
