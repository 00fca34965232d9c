import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "node:http";
import type { Response } from "node-fetch";
import { abortable } from "../../../system/abortable.ts";
import { ClusterError } from "../../errors/cluster-error.ts";
import { parseExactJson } from "../../../core/wire/exact-json.ts";
import type { StatementReply } from "./statement-reply.ts";
import { checkTrinoOptions, type TrinoOptions } from "./trino-options.ts";

const BUSY = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2000;
const CANCEL_TIMEOUT_MS = 2000;
/** Errors before a connection was made: the request did not arrive, so even a statement can be retried. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

interface Ask {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** HTTP client of a cluster: authentication, keep-alive, and retries while it is busy. */
export class Coordinator {
  readonly #origin: URL;
  readonly #ca: string | undefined;
  readonly #secret: string | null;
  readonly #retryMs: number;
  #agent: Promise<Agent> | null = null;

  /** @throws ClusterConfigError */
  constructor(options: TrinoOptions) {
    this.#origin = checkTrinoOptions(options);
    this.#ca = options.ca;
    this.#retryMs = options.retryMs ?? 60_000;
    const { user = "svclib", password, token } = options;
    if (token !== undefined) this.#secret = `Bearer ${token}`;
    else if (password !== undefined)
      this.#secret = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    else this.#secret = null;
  }

  post(sql: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<StatementReply> {
    const base = this.#origin.href.replace(/\/$/, "");
    return this.#reply({ method: "POST", url: `${base}/v1/statement`, headers, body: sql, signal });
  }

  get(uri: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<StatementReply> {
    return this.#reply({ method: "GET", url: this.#trusted(uri), headers, signal });
  }

  /** Cancels a statement. A cluster that can't be reached abandons it by itself once polling stops. */
  async cancel(uri: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
    const response = await this.#fetch({ method: "DELETE", url: this.#trusted(uri), headers, signal });
    await response.text();
  }

  /** Downloads from the cluster's storage. */
  download(uri: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Buffer> {
    return this.#persist({ method: "GET", url: uri, headers, signal });
  }

  /** Acknowledges a segment. Never rejects: the storage deletes unacknowledged segments by age. */
  async acknowledge(uri: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
    try {
      await (await this.#fetch({ method: "GET", url: uri, headers, signal })).text();
    } catch {
      // Best effort.
    }
  }

  async close(): Promise<void> {
    const agent = await this.#agent;
    agent?.destroy();
  }

  /** With credentials, always the coordinator's origin: a reply must not redirect credentials elsewhere. */
  #trusted(uri: string): string {
    const url = new URL(uri, this.#origin);
    if (this.#secret === null || url.origin === this.#origin.origin) return url.href;
    return new URL(`${url.pathname}${url.search}`, this.#origin).href;
  }

  async #reply(ask: Ask): Promise<StatementReply> {
    const text = (await this.#persist(ask)).toString("utf8");
    let reply: unknown;
    try {
      reply = parseExactJson(text);
    } catch (cause) {
      throw new ClusterError(`The cluster at ${this.#origin.host} sent a reply that is not JSON`, {
        detail: snippet(text),
        cause,
      });
    }
    if (typeof reply !== "object" || reply === null || typeof (reply as StatementReply).id !== "string")
      throw new ClusterError(`The cluster at ${this.#origin.host} sent a reply that is not a statement`, {
        detail: snippet(text),
      });
    return reply as StatementReply;
  }

  /** Retries until a reply has status 200 and is complete. @returns its body. @throws ClusterError */
  async #persist(ask: Ask): Promise<Buffer> {
    const { host } = this.#origin;
    const endsAt = performance.now() + this.#retryMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      let fault: ClusterError;
      try {
        const response = await this.#fetch(ask);
        const body = Buffer.from(await response.arrayBuffer());
        if (response.status === 200) return body;
        fault = statusError(host, response.status, body.toString("utf8"));
        if (!BUSY.has(response.status)) throw fault;
      } catch (cause) {
        ask.signal.throwIfAborted();
        if (cause instanceof ClusterError) throw cause;
        const { code = "", message } = cause as NodeJS.ErrnoException;
        fault = new ClusterError(`The cluster at ${host} can't be reached`, { detail: message, cause });
        if (ask.method === "POST" && !NOT_SENT.has(code)) throw fault;
      }
      if (performance.now() + pauseMs > endsAt) throw fault;
      await abortable(sleep(pauseMs, undefined, { signal: ask.signal }), ask.signal);
    }
  }

  /** Credentials and the CA are for the cluster's own origin only. */
  async #fetch({ method, url, headers, body, signal }: Ask): Promise<Response> {
    const { default: fetch } = await import("node-fetch");
    const isOwn = new URL(url).origin === this.#origin.origin;
    return fetch(url, {
      method,
      headers: {
        ...headers,
        ...(isOwn && this.#secret !== null ? { authorization: this.#secret } : {}),
      },
      body: body ?? null,
      signal,
      redirect: "error",
      agent: isOwn ? await (this.#agent ??= this.#openAgent()) : undefined,
    });
  }

  async #openAgent(): Promise<Agent> {
    if (this.#origin.protocol === "http:") return new (await import("node:http")).Agent({ keepAlive: true });
    const { Agent } = await import("node:https");
    return new Agent({ keepAlive: true, ...(this.#ca === undefined ? {} : { ca: this.#ca }) });
  }
}

function statusError(host: string, status: number, body: string): ClusterError {
  const what =
    status === 401 || status === 403
      ? `The cluster at ${host} refused the service's user (HTTP ${status})`
      : `The cluster at ${host} answered HTTP ${status}`;
  return new ClusterError(what, { detail: snippet(body) });
}

function snippet(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
