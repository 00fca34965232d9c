import { BlockList, isIP } from "node:net";
import { SettingError } from "../../engine/errors/fault.ts";

export interface PublicAddressOptions {
  /** Address by which clients reach the service, for the addresses in replies. @default that of each request */
  readonly publicUrl?: string | undefined;
  /** Proxies whose forwarded headers are believed: addresses, networks such as `10.0.0.0/8`, or `loopback`. @default none */
  readonly trustedProxies?: readonly string[] | undefined;
}

/** By which address a client reached the service, and from where. */
export interface Reached {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly client: string;
}

const LOOPBACK = ["127.0.0.0/8", "::1"];

/** Tells by which address clients reach the service: behind a proxy the request itself names another one. */
export class PublicAddress {
  readonly #publicUrl: string | null;
  readonly #trusted = new BlockList();

  /** @throws Error for an address that can't be read. */
  constructor({ publicUrl, trustedProxies = [] }: PublicAddressOptions = {}) {
    this.#publicUrl = publicUrl === undefined ? null : checkPublicUrl(publicUrl);
    for (const name of trustedProxies)
      for (const network of name === "loopback" ? LOOPBACK : [name]) trust(this.#trusted, network);
  }

  /** @param peer - Address of the connection's other end. */
  of({ url, headers }: Pick<Request, "url" | "headers">, peer: string): Reached {
    const forwarded = this.#isTrusted(peer) ? readForwarded(headers) : NOTHING;
    const client = forwarded.clients.findLast((address) => !this.#isTrusted(address));
    return {
      baseUrl: this.#publicUrl ?? baseUrl(new URL(url), forwarded),
      client: client ?? forwarded.clients[0] ?? peer,
    };
  }

  #isTrusted(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#trusted.check(address, version === 6 ? "ipv6" : "ipv4");
  }
}

/** @throws SettingError @returns it without a trailing slash. */
function checkPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== "")
    throw new SettingError(`The public URL must be an address such as https://svc.example.com, not ${text}.`);
  return url.href.replace(/(?<!\/)\/+$/, "");
}

function trust(list: BlockList, network: string): void {
  const [address = "", bits, ...more] = network.split("/");
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const size = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  if (version === 0 || size > most || more.length > 0)
    throw new SettingError(
      `A trusted proxy must be an address, a network such as 10.0.0.0/8, or loopback, not ${JSON.stringify(network)}.`,
    );
  list.addSubnet(address, size, version === 6 ? "ipv6" : "ipv4");
}

/** What a proxy says of the request that it passed on. */
interface ForwardedHeaders {
  readonly proto: string | null;
  readonly host: string | null;
  readonly port: string | null;
  readonly prefix: string | null;
  /** The client, then the proxies behind it. */
  readonly clients: readonly string[];
}

const NOTHING: ForwardedHeaders = { proto: null, host: null, port: null, prefix: null, clients: [] };

/** `X-Forwarded-…`, or else `Forwarded`. Of several values the first is the one that the client sees. */
function readForwarded(headers: Headers): ForwardedHeaders {
  const listOf = (name: string): string[] =>
    (headers.get(`x-forwarded-${name}`) ?? "").split(",").flatMap((text) => text.trim() || []);
  const [proto, host, port, prefix] = ["proto", "host", "port", "prefix"].map(
    (name) => listOf(name)[0] ?? null,
  );
  const clients = listOf("for").map(withoutPort);
  const own = { proto: proto!, host: host!, port: port!, prefix: prefix!, clients };
  if (proto !== null || host !== null || clients.length > 0) return own;
  const hops = readHops(headers.get("forwarded") ?? "");
  return {
    ...own,
    proto: hops[0]?.get("proto") ?? null,
    host: hops[0]?.get("host") ?? null,
    clients: hops.flatMap((hop) => withoutPort(hop.get("for") ?? "") || []),
  };
}

/** The parameters of each proxy in `Forwarded`; a quoted value may have any characters. */
function readHops(text: string): Map<string, string>[] {
  const hops = [new Map<string, string>()];
  for (const [, name, quoted, token = "", end] of text.matchAll(
    /(?<![\w-])([\w-]+) ?= ?(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+)) ?([,;])?/g,
  )) {
    hops.at(-1)!.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token);
    if (end === ",") hops.push(new Map());
  }
  return hops;
}

const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
const PREFIX = /^(?:\/[\w.~%-]{1,100}){1,10}\/?$/;

function baseUrl(url: URL, { proto, host, port, prefix }: ForwardedHeaders): string {
  const scheme = proto !== null && /^https?$/i.test(proto) ? proto.toLowerCase() : url.protocol.slice(0, -1);
  const isHost = host !== null && HOST.test(host);
  const name = isHost ? host : url.host;
  const isOpen = port !== null && /^\d{1,5}$/.test(port) && !/:\d+$/.test(name);
  const base = `${scheme}://${name}${isOpen ? `:${port}` : ""}`;
  // Leaves out the scheme's own port.
  const origin = URL.canParse(base) ? new URL(base).origin : url.origin;
  return origin + (prefix !== null && PREFIX.test(prefix) ? prefix.replace(/\/$/, "") : "");
}
