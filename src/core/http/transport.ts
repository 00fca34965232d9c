import { randomUUID } from "node:crypto";
import type { Sleep } from "../interrupt/abortable-sleep.ts";
import { isConfigError } from "../error-guards.ts";
import { DecodeError, TimeoutError } from "../errors.ts";
import type { ResolveTarget, ServiceTarget } from "../options/settings.ts";
import type { TracerSpan } from "../trace/tracer.ts";
import { traced, traceHeaders, type Tracing } from "../trace/tracing.ts";
import { warn } from "../warnings.ts";
import { parseExactJson } from "../wire/exact-json.ts";
import type { Fetch, FetchBody, FetchInit, FetchResponse } from "./fetch-types.ts";
import { networkFault } from "./network-fault.ts";
import { readBeginning, readText, SilenceTimer } from "./body/read-body.ts";
import { hideKey } from "./hide-key.ts";
import { replyError } from "./reply-error.ts";
import type { RequestEvent, RequestEvents } from "./request-events.ts";
import { RetryBudget, type RetryPolicy } from "./retry-budget.ts";
import { SeenIds } from "./seen-ids.ts";

/** One request to the service's REST API. */
export interface ServiceRequest {
  /** The operation, for messages, such as `list databases`. */
  readonly what: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below the endpoint, `/v3/...`, already encoded; or a full URL on the same host. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Form fields; sent urlencoded. */
  readonly form?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: FetchBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Safe to send twice. Default: true for GET, PUT and DELETE; for POST, `retry_post_requests`. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Statuses to return instead of failing or retrying. */
  readonly accept?: readonly number[];
  /** Overrides the connection's cap on the total wait between attempts. */
  readonly maxCumulDelayMs?: number | undefined;
  /** Statuses that are definite replies: not retried, unless `Retry-After` says when to. */
  readonly final?: readonly number[];
  /** Called before the request is sent again: an earlier attempt may have been processed. What it throws ends the request. */
  readonly onAgain?: () => void | Promise<void>;
}

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly resolveTarget: ResolveTarget;
  /** Makes the headers that carry the key. */
  readonly authorize: (apikey: string) => Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum wait for a reply's headers, and for each next chunk of its body. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly retryPost: boolean;
  readonly sleep: Sleep;
  /** Unix time in ms. */
  readonly now: () => number;
  readonly events: RequestEvents;
  /** Null: no spans. */
  readonly tracing: Tracing | null;
  /** @default an empty set */
  readonly seenIds?: SeenIds;
}

/** The request was not processed: it can be sent again, whatever it is. */
const REFUSALS: ReadonlySet<number> = new Set([425, 429, 503]);
/** Transient statuses below 500: a load balancer closed an idle connection, or asks for another try. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
/** Statuses above 500 that waiting does not change: not implemented, unsupported HTTP version, a full disk. */
const LASTING: ReadonlySet<number> = new Set([501, 505, 507]);
/** Maximum attempts to get a reply that can be parsed. */
const MAX_READS = 3;
/** A warning gives the reason, once the waits of one request add up to this. */
const WARN_AFTER_MS = 5000;

interface JsonReply<T> {
  readonly value: T;
  readonly headers: FetchResponse["headers"];
}

/** Sends requests: authorization, timeouts, retries, errors. */
export class Transport {
  readonly options: TransportOptions;
  /** Ids of jobs and statements issued over this connection. */
  readonly seenIds: SeenIds;
  #named = false;

  constructor(options: TransportOptions) {
    this.options = options;
    this.seenIds = options.seenIds ?? new SeenIds();
  }

  /** Whether the service echoes request ids, as our own does; then a reply to another request is detected. */
  get echoesRequestIds(): boolean {
    return this.#named;
  }

  /**
   * Rejects an id that was issued before, see {@link SeenIds}. Not for a service that echoes request ids: those expose stale replies, and if
   * it issues an id twice, its data were removed in between.
   *
   * @throws DecodeError
   */
  checkNewId(what: string, id: string): void {
    if (!this.#named) this.seenIds.add(what, id);
  }

  /**
   * Sends a request and parses the reply as a JSON object; unsafe integers become text of their digits. Some servers close a connection
   * early without any error: a GET whose reply can't be parsed is retried twice.
   *
   * @throws DecodeError when it is not one.
   */
  async json<T extends object>(request: ServiceRequest): Promise<T> {
    return (await this.jsonReply<T>(request)).value;
  }

  async jsonReply<T extends object>(request: ServiceRequest): Promise<JsonReply<T>> {
    const budget = new RetryBudget(this.options.retry);
    for (let tries = 1; ; tries++) {
      try {
        return await this.#object<T>(request);
      } catch (error) {
        const again = error instanceof DecodeError && request.method === "GET" && tries < MAX_READS;
        const delayMs = again ? budget.next(null) : null;
        if (delayMs === null) throw error;
        await this.options.sleep(delayMs, request.signal);
      }
    }
  }

  async #object<T extends object>(request: ServiceRequest): Promise<JsonReply<T>> {
    const reply = await this.reply(request);
    const text = reply.text.replace(/^\uFEFF/, "");
    if (text.trim() === "") throw new DecodeError(`${request.what} failed: the reply is empty`);
    let value: unknown;
    try {
      value = parseExactJson(text);
    } catch (cause) {
      throw new DecodeError(`${request.what} failed: the reply is not JSON: ${await this.#excerpt(text)}`, {
        cause,
      });
    }
    if (typeof value !== "object" || value === null)
      throw new DecodeError(
        `${request.what} failed: the reply is not an object: ${await this.#excerpt(text)}`,
      );
    return { value: value as T, headers: reply.headers };
  }

  /** The beginning of a reply for a message: on one line, without the key, which some pages show. */
  async #excerpt(text: string): Promise<string> {
    return (await this.saying(text.slice(0, 4096))).replace(/\s+/g, " ").slice(0, 200);
  }

  /** The error for a reply without a field, with what it says instead: some gateways send the text of an error with status 200. */
  async lacking(what: string, field: string, reply: object | string): Promise<DecodeError> {
    const said = await this.#excerpt(typeof reply === "string" ? reply : JSON.stringify(reply));
    return new DecodeError(`${what} failed: the reply has no ${field}: ${said}`);
  }

  /** A text of the service for a message, without the key, which some services include as the user's name. */
  async saying(text: string): Promise<string> {
    return hideKey(text, (await this.options.resolveTarget()).apikey);
  }

  /** Sends a request and reads the reply as text; a body that breaks off is a network failure and retried. */
  async text(request: ServiceRequest): Promise<string> {
    return (await this.reply(request)).text;
  }

  /** As {@link text}, with the reply's headers. @throws DecodeError for a page: a gateway may send one instead of passing the request on. */
  async reply(request: ServiceRequest): Promise<{ text: string; headers: FetchResponse["headers"] }> {
    const reply = await this.#retrying(request, async (response, received) => ({
      text: await readText(response, request.what, received),
      headers: response.headers,
    }));
    if (/^\uFEFF?\s*</.test(reply.text))
      throw new DecodeError(
        `${request.what} failed: a page was received instead of the reply: ${await this.#excerpt(reply.text)}`,
      );
    return reply;
  }

  /** Sends a request and returns the reply with its body unread; the caller reads it, with its own timeout. */
  open(request: ServiceRequest): Promise<FetchResponse> {
    return this.#retrying(request, (response) => Promise.resolve(response));
  }

  #repeatable({ idempotent, method }: ServiceRequest): boolean {
    return idempotent ?? (method === "POST" ? this.options.retryPost : true);
  }

  #retrying<T>(request: ServiceRequest, read: ReadReply<T>): Promise<T> {
    return traced(
      this.options.tracing,
      () => requestSpan(request),
      (span) => this.#attempts(request, read, span),
    );
  }

  async #attempts<T>(request: ServiceRequest, read: ReadReply<T>, span: TracerSpan | null): Promise<T> {
    const { retry, sleep, events } = this.options;
    const { maxCumulDelayMs = retry.maxCumulDelayMs } = request;
    const budget = new RetryBudget({ ...retry, maxCumulDelayMs });
    for (let attempt = 1; ; attempt++) {
      const sent = await this.#sent(request, attempt, span);
      const outcome = await this.#attempt(request, read, sent);
      if ("value" in outcome) return outcome.value;
      const { askedMs, failure } = outcome;
      const again = outcome.notTaken || (outcome.transient && this.#repeatable(request));
      const waitedMs = budget.spentMs;
      const delayMs = again ? budget.next(askedMs) : null;
      if (delayMs === null) {
        const tooLong =
          again && askedMs !== null && askedMs > budget.leftMs
            ? `; it asks to wait ${Math.ceil(askedMs / 1000)} s, and max_cumul_retry_delay leaves ${Math.floor(budget.leftMs / 1000)} s`
            : "";
        const unknown =
          outcome.transient && !again ? "; it may have had its effect: check before you repeat it" : "";
        throw failure(tooLong + unknown + budget.summary);
      }
      if (waitedMs < WARN_AFTER_MS && budget.spentMs >= WARN_AFTER_MS)
        warn(
          "retrying",
          failure(`; trying again, for up to ${Math.round(maxCumulDelayMs / 1000)} s`).message,
        );
      const reason = failure("").message;
      events.emit("retry", { ...sent.event, delayMs, reason });
      span?.addEvent("retry", { "svclib.delay_ms": delayMs });
      span?.setAttribute("http.request.resend_count", attempt);
      await sleep(delayMs, request.signal);
      await request.onAgain?.();
    }
  }

  /** An attempt that is about to be sent: its target, and how it is reported. */
  async #sent(request: ServiceRequest, attempt: number, span: TracerSpan | null): Promise<Attempt> {
    request.signal?.throwIfAborted();
    const target = await this.options.resolveTarget();
    const url = requestUrl(target.endpoint, request);
    const { what, method } = request;
    const event = { id: randomUUID(), what, method, url: hideKey(url.href, target.apikey), attempt };
    span?.setAttribute("url.full", event.url);
    span?.setAttribute("server.address", url.hostname);
    span?.setAttribute("server.port", Number(url.port) || (url.protocol === "https:" ? 443 : 80));
    const startedMs = performance.now();
    const { events } = this.options;
    events.emit("request", event);
    return {
      target,
      url,
      event,
      headers: traceHeaders(span),
      ended: (response) => {
        const status = response?.status ?? null;
        const length = response?.headers.get("content-length") ?? "";
        const bytes = /^\d+$/.test(length) ? Number(length) : null;
        events.emit("response", { ...event, status, bytes, elapsedMs: performance.now() - startedMs });
        if (status !== null) span?.setAttribute("http.response.status_code", status);
        if (bytes !== null) span?.setAttribute("http.response.body.size", bytes);
      },
    };
  }

  async #attempt<T>(request: ServiceRequest, read: ReadReply<T>, sent: Attempt): Promise<Outcome<T>> {
    const { signal, what, method } = request;
    const { timeoutMs, now, fetch } = this.options;
    const { url, event } = sent;
    const { apikey, provenBy } = sent.target;
    let reply: FetchResponse | null = null;
    const path = url.pathname + url.search;
    const silence = new AbortController();
    const timer = new SilenceTimer(timeoutMs, () => silence.abort());
    const received = (): void => timer.restart();
    try {
      const { id } = event;
      const init = requestInit(request, this.options, apikey, id, sent.headers);
      const both = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
      const response = await fetch(url.href, {
        ...init,
        once: !this.#repeatable(request) || request.onAgain !== undefined,
        signal: both,
        ...(provenBy && { provenBy }),
      });
      reply = response;
      received();
      const name = response.headers.get(REQUEST_ID) || null;
      if (name !== null && name !== id) return strayAnswer(what);
      this.#named ||= name === id;
      const { status } = response;
      if ((status >= 200 && status < 300) || request.accept?.includes(status))
        return { value: await read(response, received) };
      const page = await readBeginning(response, MAX_ERROR_BYTES);
      signal?.throwIfAborted();
      // The page may show the key: it is removed before the page is truncated, as part of a key must not show either.
      const body = hideKey(page, apikey).slice(0, 4096);
      const askedMs = retryAfterMs(response.headers, now());
      const isFinal = request.final?.includes(status) === true;
      return {
        transient:
          PASSING.has(status) || (status >= 500 && !LASTING.has(status) && !(isFinal && status !== 503)),
        notTaken: REFUSALS.has(status) && (askedMs !== null || !isFinal),
        askedMs,
        failure: (note) => replyError(what, { status, method, path, body }, redirected(response, url) + note),
      };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof DecodeError) throw cause;
      if (isConfigError(cause)) throw cause;
      if (silence.signal.aborted) {
        const said = `${what} failed: no reply from ${url.host} within ${timeoutMs / 1000} s`;
        const failure = (note: string): Error => new TimeoutError(said + note, timeoutMs, { cause });
        return { transient: true, notTaken: false, askedMs: null, failure };
      }
      const { permanent, notSent, error } = networkFault(what, { method, path, url }, cause);
      return { transient: !permanent, notTaken: notSent && !permanent, askedMs: null, failure: error };
    } finally {
      timer.stop();
      sent.ended(reply);
    }
  }
}

/** One attempt to send a request. */
interface Attempt {
  readonly target: ServiceTarget;
  readonly url: URL;
  readonly event: RequestEvent;
  /** Headers that continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reports the end. @param response - Null when no reply came. */
  readonly ended: (response: FetchResponse | null) => void;
}

/** Named by method and route, without ids, as spans of one name are counted together. */
function requestSpan({ method, path, body }: ServiceRequest) {
  const route = path
    .replace(/^https?:\/\/[^/]+/, "")
    .split(/[/?]/, 4)
    .join("/");
  const size = typeof body === "string" ? Buffer.byteLength(body) : body?.length;
  return {
    name: `${method} ${route}`,
    attributes: { "http.request.method": method, "http.request.body.size": size },
  };
}

/** Reads the body of a reply. @param received - Called for each piece received. */
type ReadReply<T> = (response: FetchResponse, received: () => void) => Promise<T>;

/** Bytes read of an error page; less of it is kept. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Header with the request's id. The local service echoes it; others may ignore it. A reply with another id is stale or a duplicate.
 */
const REQUEST_ID = "x-svc-request";

function strayAnswer(what: string): Outcome<never> {
  const said = `${what} failed: the reply belongs to another request; a proxy or cache on the way may mix up replies: try without it`;
  return {
    transient: true,
    notTaken: false,
    askedMs: null,
    failure: (note) => new DecodeError(said + note),
  };
}

/** Redirects are not followed: the key would be sent to their target. Only the target's server is named. */
function redirected({ status, headers }: FetchResponse, url: URL): string {
  const location = headers.get("location");
  if (status < 300 || status >= 400 || location === null) return "";
  const to = URL.canParse(location, url.href) ? new URL(location, url.href).origin : "elsewhere";
  return `; it redirects to ${to === url.origin ? "another path" : to}, which is not followed: set the endpoint to the service's own address`;
}

type Outcome<T> =
  | { value: T }
  | {
      transient: boolean;
      /** The service has not processed the request. */
      notTaken: boolean;
      askedMs: number | null;
      /** @param note - Appended to the message. */
      failure: (note: string) => Error;
    };

/**
 * The wait requested by a `Retry-After` header (seconds, or a date by the server's clock, given in `Date`), in ms; null if absent or
 * invalid.
 */
function retryAfterMs(headers: FetchResponse["headers"], nowMs: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const untilMs = Date.parse(text);
  const sentMs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}

function definedEntries(fields: Readonly<Record<string, string | number | undefined>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

function requestUrl(endpoint: string, { path, query = {} }: ServiceRequest): URL {
  const url = path.startsWith("/") ? new URL(endpoint + path) : new URL(path);
  for (const [name, value] of definedEntries(query)) url.searchParams.append(name, value);
  return url;
}

function requestInit(
  request: ServiceRequest,
  options: TransportOptions,
  apikey: string,
  id: string,
  traceparent: Readonly<Record<string, string>>,
): FetchInit {
  const { method, form } = request;
  const headers: Record<string, string> = {
    // Only replies to GET may be compressed; some servers would compress a gzip file again.
    "accept-encoding": method === "GET" ? "gzip" : "identity",
    ...options.headers,
    ...request.headers,
    ...options.authorize(apikey),
    ...traceparent,
    [REQUEST_ID]: id,
    date: new Date(options.now()).toUTCString().replace(/GMT$/, "-0000"),
    "user-agent": options.userAgent,
  };
  if (form !== undefined) {
    headers["content-type"] = "application/x-www-form-urlencoded";
    const body = new URLSearchParams(definedEntries(form)).toString();
    return { method, headers, redirect: "manual", body };
  }
  const init = { method, headers, redirect: "manual" } as const;
  return request.body === undefined ? init : { ...init, body: request.body };
}
