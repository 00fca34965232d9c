// This folder: connections: proxies, certificates, a local service that proves itself.

import type { Agent as HttpAgent } from "node:http";
import { ConfigError } from "../../errors.ts";
import type { ServiceIdentity } from "../../local-service/prove-service.ts";
import type { Environment } from "../../options/option-forms.ts";
import type { Fetch, FetchInit } from "../fetch-types.ts";
import { isLoopback } from "../../wire/is-loopback.ts";

/** A fetch with kept-alive connections, until `close`. */
export interface ClosableFetch {
  readonly fetch: Fetch;
  close(): void;
}

const PROXY_VARIABLES = ["http_proxy", "https_proxy", "all_proxy"];

function environmentNamesProxy(env: Environment): boolean {
  return PROXY_VARIABLES.some((name) => Boolean(env[name] || env[name.toUpperCase()]));
}

/** The keep-alive agent, and one that opens a connection per request. */
interface Agents {
  readonly pooled: HttpAgent;
  readonly single: HttpAgent;
}

/** Records on an error which proxy the request went through, as the error itself names only the host. */
function failThrough(error: unknown, proxy: string): never {
  throw Object.assign(error as Error, { proxy });
}

/**
 * node-fetch with kept-alive connections. `proxy` or the usual environment variables (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`,
 * `NO_PROXY`) route requests through a proxy; this machine is always reached directly. The packages are loaded at the first request, so
 * that importing svclib stays fast.
 *
 * The server may have closed a kept-alive connection without this process knowing yet, as a busy cell delays reading. A request that fails
 * on one is sent again over a new connection at once; one that must not be sent twice uses a new connection from the start.
 */
export function keepAliveFetch(env: Environment, proxy: string | null): ClosableFetch {
  let closed = false;
  const agents: HttpAgent[] = [];
  /** Set when a request reuses a connection, which happens before `nodeFetch` returns. */
  let tookKept = false;

  const pair = (open: (keepAlive: boolean) => HttpAgent): Agents => {
    const [pooled, single] = [open(true), open(false)];
    const reuseSocket = pooled.reuseSocket.bind(pooled);
    pooled.reuseSocket = (socket, request) => {
      tookKept = true;
      reuseSocket(socket, request);
    };
    agents.push(pooled, single);
    return { pooled: pooled, single };
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
    const proxied = new Map<string, Agents & { readonly proxy: string }>();
    const proxyFor = (url: URL): (Agents & { readonly proxy: string }) | null => {
      const way = isLoopback(url.hostname) ? null : (findProxy?.(url) ?? null);
      if (way === null) return null;
      const agents = proxied.get(way.name) ?? { ...pair(way.open), proxy: way.address };
      proxied.set(way.name, agents);
      return agents;
    };
    let service: ServiceIdentity | null = null;
    let proven: Agents | null = null;
    const provenAgents = (identity: ServiceIdentity): Agents => {
      // New agents after a restart of the service; running requests finish on the old connections.
      if (!proven || service?.secret !== identity.secret || service.url !== identity.url)
        proven = pair((keepAlive) => new ProvenAgent(identity, { keepAlive }));
      service = identity;
      return proven;
    };
    const send = async (url: string, { body, signal, provenBy, ...init }: FetchInit, kind: keyof Agents) => {
      const through = provenBy ? null : proxyFor(new URL(url));
      const reply = nodeFetch(url, {
        ...init,
        // Typed as Buffer only, but accepts any bytes.
        body: (body as string | Buffer | undefined) ?? null,
        signal: signal ?? null,
        // `content-encoding` can be wrong, and truncation would go unnoticed: see unpack.ts.
        compress: false,
        agent: (parsed) =>
          (provenBy
            ? provenAgents(provenBy)
            : (through ?? direct[parsed.protocol === "https:" ? "https:" : "http:"]))[kind],
      });
      return through === null ? reply : reply.catch((error: unknown) => failThrough(error, through.proxy));
    };
    return async (url, { once = false, ...init }) => {
      if (once) return send(url, init, "single");
      tookKept = false;
      const reply = send(url, init, "pooled");
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
