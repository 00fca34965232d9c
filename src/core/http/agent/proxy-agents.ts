import type { Agent } from "node:http";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import { SocksProxyAgent } from "socks-proxy-agent";
import { ConfigError } from "../../errors.ts";
import { PROXY_FAILS, PROXY_REFUSES } from "../network-fault.ts";

/** Opens an agent for one route to a host. */
export type OpenAgent = (keepAlive: boolean) => Agent;

/** How requests to a host go through a proxy. */
interface ProxyWay {
  readonly name: string;
  /** The proxy's address without its user and password, for messages. */
  readonly address: string;
  readonly open: OpenAgent;
}

const SOCKS = /^socks(4a?|5h?)?:$/;

/**
 * Routes requests through the given proxy, else as the process's `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` define.
 *
 * @returns a function from a URL to its route; null if no proxy applies.
 * @throws ConfigError from that function for a proxy that is neither http, https nor socks, such as a PAC file.
 */
export function proxyAgents(proxy: string | null): (url: URL) => ProxyWay | null {
  return (url) => {
    const address = proxy === null ? getProxyForUrl(url.href) : withScheme(proxy);
    if (address === "") return null;
    if (!URL.canParse(address))
      throw new ConfigError("the proxy is not an address such as http://proxy:3128; check HTTPS_PROXY");
    const { protocol, host } = new URL(address);
    const isSocks = SOCKS.test(protocol);
    if (!isSocks && protocol !== "http:" && protocol !== "https:")
      throw new ConfigError(
        `a proxy is http, https or socks, not ${protocol.slice(0, -1)}; set HTTPS_PROXY to an address such as http://proxy:3128`,
      );
    return {
      name: `${url.protocol} ${address}`,
      address: `${protocol}//${host}`,
      open: (keepAlive) => {
        if (isSocks) return new SocksProxyAgent(address, { keepAlive });
        return url.protocol === "https:"
          ? new TunnelAgent(address, { keepAlive })
          : new HttpProxyAgent(address, { keepAlive });
      },
    };
  };
}

/** Fails when the proxy refuses the tunnel; its reply would otherwise be taken for the service's, a 404 for a missing table. */
class TunnelAgent extends HttpsProxyAgent<string> {
  override async connect(...[request, options]: Parameters<HttpsProxyAgent<string>["connect"]>) {
    let status = 200;
    request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => (status = statusCode));
    const socket = await super.connect(request, options);
    if (status === 200) return socket;
    socket.destroy();
    const code = status < 500 ? PROXY_REFUSES : PROXY_FAILS;
    throw Object.assign(new Error(`HTTP ${status}`), { code });
  }
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}
