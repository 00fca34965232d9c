import type { Agent as HttpAgent } from "node:http";
import { ConfigError } from "../../errors.ts";
import type { ServiceIdentity } from "../../local-service/prove-service.ts";
import type { Environment } from "../../options/settings.ts";
import type { Fetch, FetchInit } from "../fetch-types.ts";
import { isLoopback } from "../../wire/is-loopback.ts";

/** A fetch that keeps connections open until `close`. */
export interface ClosableFetch {
  readonly fetch: Fetch;
  close(): void;
}

const PROXY_VARIABLES = ["http_proxy", "https_proxy", "all_proxy"];

function environmentNamesProxy(env: Environment): boolean {
  return PROXY_VARIABLES.some((name) => Boolean(env[name] || env[name.toUpperCase()]));
}

/** The agent whose connections are kept, and the one that opens a connection for each request. */
interface Agents {
  readonly kept: HttpAgent;
  readonly single: HttpAgent;
}

/**
 * node-fetch with kept-alive connections. `proxy` or the usual environment variables (`HTTP_PROXY`, `HTTPS_PROXY`,
 * `ALL_PROXY`, `NO_PROXY`) send requests through a proxy; this machine is always reached directly.
 * The packages are loaded at the first request: importing svclib must stay light.
 *
 * A kept connection may be closed already: the server's word of it waits to be read while a cell keeps the process busy, or is still on
 * its way. A request that fails on one is sent again over a new one at once; one that must not be sent twice gets a new one to begin with.
 */
export function keepAliveFetch(env: Environment, proxy: string | null): ClosableFetch {
  let closed = false;
  const agents: HttpAgent[] = [];
  /** Set when a request takes a connection that was used before, which it does before `nodeFetch` returns. */
  let tookKept = false;

  const pair = (open: (keepAlive: boolean) => HttpAgent): Agents => {
    const [kept, single] = [open(true), open(false)];
    const reuseSocket = kept.reuseSocket.bind(kept);
    kept.reuseSocket = (socket, request) => {
      tookKept = true;
      reuseSocket(socket, request);
    };
    agents.push(kept, single);
    return { kept, single };
  };

  const load = async (): Promise<Fetch> => {
    const [{ default: nodeFetch }, http, https, { ProvenAgent }] = await Promise.all([
      import("node-fetch"),
      import("node:http"),
      import("node:https"),
      import("./proven-agent.ts"),
    ]);
    const direct = {
      "http:": pair((keepAlive) => new http.Agent({ keepAlive })),
      "https:": pair((keepAlive) => new https.Agent({ keepAlive })),
    };
    const findProxy =
      proxy !== null || environmentNamesProxy(env)
        ? (await import("./proxy-agents.ts")).proxyAgents(proxy)
        : null;
    const proxied = new Map<string, Agents>();
    const proxyFor = (url: URL): Agents | null => {
      const way = isLoopback(url.hostname) ? null : (findProxy?.(url) ?? null);
      if (way === null) return null;
      const agents = proxied.get(way.name) ?? pair(way.open);
      proxied.set(way.name, agents);
      return agents;
    };
    let service: ServiceIdentity | null = null;
    let proven: Agents | null = null;
    const provenAgents = (wanted: ServiceIdentity): Agents => {
      // Another one once the service was started again; what still runs on the old connections ends on them.
      if (!proven || service?.secret !== wanted.secret || service.url !== wanted.url)
        proven = pair((keepAlive) => new ProvenAgent(wanted, { keepAlive }));
      service = wanted;
      return proven;
    };
    const send = (url: string, { body, signal, provenBy, ...init }: FetchInit, kind: keyof Agents) =>
      nodeFetch(url, {
        ...init,
        // Its types name Buffer alone; it takes any bytes.
        body: (body as string | Buffer | undefined) ?? null,
        signal: signal ?? null,
        // Labels are wrong at times, and a cut reply would pass for a whole one: see unpack.ts.
        compress: false,
        agent: (parsed) =>
          (provenBy
            ? provenAgents(provenBy)
            : (proxyFor(parsed) ?? direct[parsed.protocol === "https:" ? "https:" : "http:"]))[kind],
      });
    return async (url, { once = false, ...init }) => {
      if (once) return send(url, init, "single");
      tookKept = false;
      const reply = send(url, init, "kept");
      const canBeStale = tookKept;
      try {
        return await reply;
      } catch (error) {
        if (!canBeStale || init.signal?.aborted === true) throw error;
        return send(url, init, "single");
      }
    };
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
