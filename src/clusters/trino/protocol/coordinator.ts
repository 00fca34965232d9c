// This folder: requests to a coordinator: one statement from its first answer to its last page, spooled segments, errors.

import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "node:http";
import type { Response } from "node-fetch";
import { abortable } from "../../../system/abortable.ts";
import { Attempts, type AttemptFault } from "../../../system/attempts.ts";
import { ClusterError } from "../../../engine/errors/fault.ts";
import { parseExactJson } from "../../../core/wire/exact-json.ts";
import type { StatementWire } from "../../../core/wire/statement/statement-pages.ts";
import type { StatementReply, ReplyError } from "../../../core/wire/statement/statement-reply.ts";
import { checkTrinoOptions, type TrinoOptions } from "./trino-options.ts";
import { ERROR_CODES, SqlError, type SqlErrorKind } from "../../../dialect/sql-error.ts";

/** By the protocol, replies of a coordinator that has not taken the request. */
const BUSY = new Set([429, 502, 503, 504]);
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

  /** @throws SettingError */
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

  /** How the requests of a statement are sent, and its errors. */
  wire(
    { sql, headers }: { readonly sql: string; readonly headers: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): StatementWire {
    const { host, href } = this.#origin;
    const broken = (what: string): ClusterError => new ClusterError(`The cluster at ${host} sent ${what}`);
    let sentMs = 0;
    const send = (ask: Pick<Ask, "method" | "url" | "body">): Promise<StatementReply> => {
      sentMs = performance.now();
      return this.#reply({ ...ask, headers, signal });
    };
    return {
      post: () => send({ method: "POST", url: `${href.replace(/\/$/, "")}/v1/statement`, body: sql }),
      get: (url) => send({ method: "GET", url }),
      // A cluster that can't be reached abandons the statement by itself once polling stops.
      cancel: (url) => this.#sendOnce({ method: "DELETE", url, headers }),
      // A coordinator that has delayed its reply is asked again at once.
      pause: async (ms) => {
        const restMs = ms - (performance.now() - sentMs);
        if (restMs > 0) await abortable(sleep(restMs, undefined, { signal }), signal);
      },
      follow: (nextUri) => this.#trusted(nextUri),
      failure: trinoError,
      notAPage: () => broken("a reply that is not a statement"),
      outOfOrder: broken,
    };
  }

  /** Downloads from the cluster's storage. */
  download(uri: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Buffer> {
    return this.#persist({ method: "GET", url: uri, headers, signal });
  }

  /** Acknowledges a segment. Never rejects: the storage deletes unacknowledged segments by age. */
  acknowledge(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
    return this.#sendOnce({ method: "GET", url, headers });
  }

  /** Sends a request that matters to nobody here. Never rejects. */
  async #sendOnce(ask: Omit<Ask, "signal">): Promise<void> {
    try {
      await (await this.#fetch({ ...ask, signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS) })).text();
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
    if (typeof reply !== "object" || reply === null || Array.isArray(reply))
      throw new ClusterError(`The cluster at ${this.#origin.host} sent a reply that is not a statement`, {
        detail: snippet(text),
      });
    return reply;
  }

  /** Sends a request until a reply has status 200 and is complete. @returns its body. @throws ClusterError */
  async #persist(ask: Ask): Promise<Buffer> {
    const { host } = this.#origin;
    const waits = { firstDelayMs: 50, longestDelayMs: 2000, maxCumulDelayMs: this.#retryMs };
    const attempts = new Attempts(ask.method === "POST" ? "once" : "read", waits);
    for (;;) {
      let fault: AttemptFault;
      let error: ClusterError;
      try {
        const response = await this.#fetch(ask);
        const body = Buffer.from(await response.arrayBuffer());
        if (response.status === 200) return body;
        fault = BUSY.has(response.status) ? "refused" : "definite";
        error = statusError(host, response.status, body.toString("utf8"));
      } catch (cause) {
        ask.signal.throwIfAborted();
        const { code = "", message } = cause as NodeJS.ErrnoException;
        fault = NOT_SENT.has(code) ? "refused" : "lost";
        error = new ClusterError(`The cluster at ${host} can't be reached`, { detail: message, cause });
      }
      const delayMs = attempts.next(fault);
      if (delayMs === null) throw error;
      await abortable(sleep(delayMs, undefined, { signal: ask.signal }), ask.signal);
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

/** Names of other versions of the cluster, and of a limit that has no kind of its own here. */
const OTHER_NAMES: Readonly<Record<string, SqlErrorKind>> = {
  MISSING_TABLE: "TABLE_NOT_FOUND",
  MISSING_ATTRIBUTE: "COLUMN_NOT_FOUND",
  MISSING_SCHEMA: "SCHEMA_NOT_FOUND",
  EXCEEDED_TIME_LIMIT: "EXCEEDED_LIMIT",
};

function kindOfName(name: string): SqlErrorKind | undefined {
  return OTHER_NAMES[name] ?? (Object.hasOwn(ERROR_CODES, name) ? (name as SqlErrorKind) : undefined);
}

/** Presto uses one name for several errors; the message distinguishes them. */
const BY_WORDS: readonly (readonly [RegExp, SqlErrorKind])[] = [
  [/^Table .+ does not exist/, "TABLE_NOT_FOUND"],
  [/^Schema .+ does not exist/, "SCHEMA_NOT_FOUND"],
  [/^Column .+ cannot be resolved/, "COLUMN_NOT_FOUND"],
  [/^Function .+ not registered/, "FUNCTION_NOT_FOUND"],
];

function trinoError(reply: ReplyError | string): SqlError {
  const error = typeof reply === "string" ? { message: reply } : reply;
  const { errorType, errorLocation } = error;
  const errorName = textIn(error.errorName) ?? "";
  const text = textIn(error.message) ?? "The cluster failed without an error message.";
  const message = text.replace(/^line \d+:\d+: /, "");
  const at = errorLocation && { line: errorLocation.lineNumber, column: errorLocation.columnNumber };
  const byName = kindOfName(errorName);
  const kind = byName ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? kindOfType(errorType);
  const named = errorName === "" || byName !== undefined ? message : `${message} (${errorName})`;
  return new SqlError(kind, named, at ?? null);
}

const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null);

function kindOfType(errorType: unknown): SqlErrorKind {
  if (errorType === "USER_ERROR") return "GENERIC_USER_ERROR";
  return errorType === "INSUFFICIENT_RESOURCES" ? "EXCEEDED_LIMIT" : "GENERIC_INTERNAL_ERROR";
}
