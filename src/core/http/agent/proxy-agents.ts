import type { Agent } from "node:http";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import { SocksProxyAgent } from "socks-proxy-agent";
import { ConfigError } from "../../errors.ts";

/** Opens an agent for one route to a host. */
export type OpenAgent = (keepAlive: boolean) => Agent;

const SOCKS = /^socks(4a?|5h?)?:$/;

/**
 * Routes requests through the given proxy, else as the process's `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` define.
 *
 * @returns a function from a URL to the route's name and a function that opens its agents; null if no proxy applies.
 * @throws ConfigError from that function for a proxy that is neither http, https nor socks, such as a PAC file.
 */
export function proxyAgents(proxy: string | null): (url: URL) => { name: string; open: OpenAgent } | null {
  return (url) => {
    const address = proxy === null ? getProxyForUrl(url.href) : withScheme(proxy);
    if (address === "") return null;
    if (!URL.canParse(address))
      throw new ConfigError("the proxy is not an address such as http://proxy:3128");
    const { protocol } = new URL(address);
    const isSocks = SOCKS.test(protocol);
    if (!isSocks && protocol !== "http:" && protocol !== "https:")
      throw new ConfigError(`a proxy is http, https or socks, not ${protocol.slice(0, -1)}`);
    return {
      name: `${url.protocol} ${address}`,
      open: (keepAlive) => {
        if (isSocks) return new SocksProxyAgent(address, { keepAlive });
        return url.protocol === "https:"
          ? new HttpsProxyAgent(address, { keepAlive })
          : new HttpProxyAgent(address, { keepAlive });
      },
    };
  };
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}
