import { Client } from "./client.ts";
import type { ConnectOptions } from "./client-options.ts";

/**
 * Open a connection to the service. Nothing is sent and the key is not checked before the first request.
 *
 * With no key and no server, given or in the environment, requests go to the local service (`svclib serve`).
 *
 * @param apikey - Default: `SVC_API_KEY`.
 * @param endpoint - API server. Default: `SVC_API_SERVER`, else `http://127.0.0.1:8190`.
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
