import { Client } from "./client.ts";
import type { ConnectOptions } from "./options/client-options.ts";

/**
 * Open a connection to the service. Nothing is sent, and the key is not checked, before the first request.
 *
 * With no server, given or in the environment, requests go to this user's local service (`svclib serve`) at the address recorded in
 * `SVC_HOME`. On each connection it first has to prove that it is the service that wrote that file; only then is anything sent.
 *
 * `SVC_PROFILE`, or the option `profile`, names an account that `svclib login` keeps.
 *
 * @param apikey - Default: `SVC_API_KEY`, else the local service's own.
 * @param endpoint - API server. Default: `SVC_API_SERVER`, else the local service.
 * @throws ConfigError for an unknown option, an endpoint that is not a URL, or a server without a key.
 * @example const con = connect("1/0a1b2c", "https://api.example.com");
 */
export function connect(
  apikey?: string | null,
  endpoint?: string | null,
  options: ConnectOptions = {},
): Client {
  return new Client(apikey, endpoint, options);
}
