import { randomUUID } from "node:crypto";
import type { Sleep } from "../abortable-sleep.ts";
import { isConfigError } from "../error-guards.ts";
import { DecodeError, TimeoutError } from "../errors.ts";
import type { ResolveTarget } from "../settings.ts";
import type { Fetch, FetchBody, FetchInit, FetchResponse } from "./fetch-types.ts";
import { networkFault } from "./network-fault.ts";
import { readBeginning, readText } from "./read-text.ts";
import { replyError } from "./reply-error.ts";
import { retryAfterMs } from "./retry-after.ts";
import { RetryBudget, type RetryPolicy } from "./retry-budget.ts";
import { SeenIds } from "./seen-ids.ts";

/** One operation of the service's REST interface. */
export interface ServiceRequest {
  /** For messages: what fails when this fails, such as `list databases`. */
  readonly what: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below the endpoint, `/v3/...`, already encoded; or a whole address on the same host. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Form fields; sent urlencoded. */
  readonly form?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: FetchBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** May be sent twice without harm. Default: true for GET, PUT and DELETE, and what `retry_post_requests` says for POST. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Statuses to hand back instead of failing or retrying. */
  readonly accept?: readonly number[];
  /** In place of the connection's cap of all waiting between attempts. */
  readonly maxCumulDelayMs?: number;
  /** Statuses that say that nothing was done: retried whatever `idempotent` is. */
  readonly refusals?: readonly number[];
}

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly resolveTarget: ResolveTarget;
  /** The headers that carry the key. */
  readonly authorize: (apikey: string) => Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest wait for the head of a reply, and for each next piece of its body. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly retryPost: boolean;
  readonly sleep: Sleep;
  /** Unix time in ms. */
  readonly now: () => number;
  /** @default none seen yet */
  readonly seenIds?: SeenIds;
}

/** Sends requests: authorisation, timeouts, retries, errors. */
export class Transport {
  readonly options: TransportOptions;
  /** Ids of the jobs and statements that were issued over this connection. */
  readonly seenIds: SeenIds;
  #named = false;

  constructor(options: TransportOptions) {
    this.options = options;
    this.seenIds = options.seenIds ?? new SeenIds();
  }

  /** Whether the service repeats the names of requests, so that no answer can be that of another request. */
  get answersAreNamed(): boolean {
    return this.#named;
  }

  /**
   * Sees ids that were given before, see {@link SeenIds}. A service that repeats names gives old answers away by them; if it
   * gives an id twice, its data were removed in between, and ids began anew.
   *
   * @throws DecodeError
   */
  noteId(what: string, id: string): void {
    if (!this.#named) this.seenIds.add(what, id);
  }

  /** Send and read a JSON object. @throws DecodeError when the reply is not one. */
  async json<T extends object>(request: ServiceRequest): Promise<T> {
    const text = await this.text(request);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new DecodeError(`${request.what} failed: the reply is not JSON: ${await this.excerpt(text)}`, {
        cause,
      });
    }
    if (typeof value !== "object" || value === null) {
      throw new DecodeError(
        `${request.what} failed: the reply is not an object: ${await this.excerpt(text)}`,
      );
    }
    return value as T;
  }

  /** The beginning of a reply for a message: on one line, and without the key, which some pages show. */
  async excerpt(text: string): Promise<string> {
    const { apikey } = await this.options.resolveTarget();
    return text.slice(0, 4096).replaceAll(apikey, "***").replace(/\s+/g, " ").slice(0, 200);
  }

  /** Send and read the reply as text; a body that breaks off counts as a network failure and is retried with the rest. */
  text(request: ServiceRequest): Promise<string> {
    return this.#retrying(request, (response, heard) => readText(response, request.what, heard));
  }

  /** Send and hand back the reply with its body unread; the caller reads it and minds its silence. */
  open(request: ServiceRequest): Promise<FetchResponse> {
    return this.#retrying(request, (response) => Promise.resolve(response));
  }

  async #retrying<T>(request: ServiceRequest, read: ReadReply<T>): Promise<T> {
    const { retry, retryPost, sleep } = this.options;
    const repeatable = request.idempotent ?? (request.method === "POST" ? retryPost : true);
    const { maxCumulDelayMs = retry.maxCumulDelayMs } = request;
    const budget = new RetryBudget({ ...retry, maxCumulDelayMs });
    for (;;) {
      const outcome = await this.#attempt(request, read, budget);
      if ("value" in outcome) return outcome.value;
      const again = outcome.transient && (repeatable || outcome.refused);
      const delayMs = again ? budget.next(outcome.askedMs) : null;
      if (delayMs === null) throw outcome.failure();
      await sleep(delayMs, request.signal);
    }
  }

  async #attempt<T>(request: ServiceRequest, read: ReadReply<T>, budget: RetryBudget): Promise<Outcome<T>> {
    const { signal, what, method } = request;
    const { timeoutMs, now, fetch } = this.options;
    signal?.throwIfAborted();
    const { apikey, endpoint } = await this.options.resolveTarget();
    const url = requestUrl(endpoint, request);
    const path = url.pathname + url.search;
    const silence = new AbortController();
    const startTimer = () => setTimeout(() => silence.abort(), timeoutMs);
    let timer = startTimer();
    const heard = (): void => {
      clearTimeout(timer);
      timer = startTimer();
    };
    try {
      const id = randomUUID();
      const init = requestInit(request, this.options, apikey, id);
      const both = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
      const response = await fetch(url.href, { ...init, signal: both });
      const name = response.headers.get(REQUEST_ID);
      if (name !== null && name !== id) return strayAnswer(what, budget);
      this.#named ||= name === id;
      if ((response.status >= 200 && response.status < 300) || request.accept?.includes(response.status)) {
        return { value: await read(response, heard) };
      }
      // A page may show the key: what is left of one that is cut at the end must not be told either.
      const page = await readBeginning(response, MOST_ERROR_BYTES);
      const body = page.replaceAll(apikey, "***").slice(0, 4096);
      return {
        transient: response.status === 429 || response.status >= 500,
        refused: request.refusals?.includes(response.status) ?? false,
        askedMs: retryAfterMs(response.headers.get("retry-after"), now()),
        failure: () =>
          replyError(
            what,
            { status: response.status, method, path, body },
            redirected(response) + budget.summary,
          ),
      };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof DecodeError) throw cause;
      if (isConfigError(cause)) throw cause;
      if (silence.signal.aborted) {
        const said = `${what} failed: no reply from ${url.host} within ${timeoutMs / 1000} s`;
        const failure = (): Error => new TimeoutError(said + budget.summary, timeoutMs, { cause });
        return { transient: true, refused: false, askedMs: null, failure };
      }
      const { permanent, error } = networkFault(what, { method, path, url }, cause);
      return { transient: !permanent, refused: false, askedMs: null, failure: () => error(budget.summary) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Reads the body of a reply. @param heard - Called for each piece of it. */
type ReadReply<T> = (response: FetchResponse, heard: () => void) => Promise<T>;

/** What is read of an error page; less of it is kept. */
const MOST_ERROR_BYTES = 64 * 1024;

/**
 * Name of a request. The local service repeats it in its answer, other services need not know it. An answer with another name
 * was meant for another request: something in between delivered it late or twice.
 */
const REQUEST_ID = "x-svc-request";

function strayAnswer(what: string, budget: RetryBudget): Outcome<never> {
  const said = `${what} failed: the reply belongs to another request; something between here and the service mixes answers up`;
  return {
    transient: true,
    refused: false,
    askedMs: null,
    failure: () => new DecodeError(said + budget.summary),
  };
}

/** Redirects are not followed: the key would go along to wherever they lead. */
function redirected({ status, headers }: FetchResponse): string {
  const location = headers.get("location");
  return status < 300 || status >= 400 || location === null
    ? ""
    : "; it redirects elsewhere, which is not followed: set the endpoint to where the service is";
}

type Outcome<T> =
  { value: T } | { transient: boolean; refused: boolean; askedMs: number | null; failure: () => Error };

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
): FetchInit {
  const { method, form } = request;
  const headers: Record<string, string> = {
    // Only replies to GET may be compressed; some servers compress a gzip file once more when they are let.
    "accept-encoding": method === "GET" ? "gzip, deflate" : "identity",
    ...options.headers,
    ...request.headers,
    ...options.authorize(apikey),
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
