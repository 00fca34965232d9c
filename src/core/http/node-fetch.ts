import type { Agent as HttpAgent } from "node:http";
import { ConfigError } from "../errors.ts";
import type { Environment } from "../settings.ts";
import type { Fetch } from "./fetch-types.ts";
import { isLoopback } from "./is-loopback.ts";

/** A fetch that keeps connections open until `close`. */
export interface ClosableFetch {
  readonly fetch: Fetch;
  close(): void;
}

const PROXY_VARIABLES = ["http_proxy", "https_proxy", "all_proxy"];

function environmentNamesProxy(env: Environment): boolean {
  return PROXY_VARIABLES.some((name) => Boolean(env[name] || env[name.toUpperCase()]));
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/**
 * node-fetch with kept-alive connections. `proxy` or the usual environment variables (`HTTP_PROXY`, `HTTPS_PROXY`,
 * `ALL_PROXY`, `NO_PROXY`) send requests through a proxy; this machine is always reached directly.
 * The packages are loaded at the first request: importing svclib must stay light.
 */
export function keepAliveFetch(env: Environment, proxy: string | null): ClosableFetch {
  let closed = false;
  const agents: HttpAgent[] = [];

  const load = async (): Promise<Fetch> => {
    const [{ default: nodeFetch }, http, https] = await Promise.all([
      import("node-fetch"),
      import("node:http"),
      import("node:https"),
    ]);
    const direct = {
      "http:": new http.Agent({ keepAlive: true }),
      "https:": new https.Agent({ keepAlive: true }),
    };
    agents.push(direct["http:"], direct["https:"]);
    let proxied: HttpAgent | null = null;
    if (proxy !== null || environmentNamesProxy(env)) {
      const { ProxyAgent } = await import("proxy-agent");
      const options = proxy === null ? {} : { getProxyForUrl: () => withScheme(proxy) };
      proxied = new ProxyAgent({ keepAlive: true, ...options });
      agents.push(proxied);
    }
    return (url, { body, signal, ...init }) =>
      nodeFetch(url, {
        ...init,
        // Its types name Buffer alone; it takes any bytes.
        body: (body as string | Buffer | undefined) ?? null,
        signal: signal ?? null,
        agent: (parsed) =>
          proxied !== null && !isLoopback(parsed.hostname)
            ? proxied
            : direct[parsed.protocol === "https:" ? "https:" : "http:"],
      });
  };

  let loading: Promise<Fetch> | null = null;
  return {
    fetch: async (url, init) => {
      if (closed) throw new ConfigError("the client is closed; connect again");
      loading ??= load().catch((cause: unknown) => {
        throw new ConfigError(
          "the packages that requests are sent with can't be loaded; install svclib again",
          { cause },
        );
      });
      return (await loading)(url, init);
    },
    close: () => {
      closed = true;
      for (const agent of agents) agent.destroy();
    },
  };
}
