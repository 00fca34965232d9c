import type { FetchBody, FetchInit, Fetch } from "./fetch-types.ts";
import type { WaitPolicy } from "../../system/attempts.ts";
import type { Sleep } from "../../system/abortable.ts";
import type { ResolveTarget } from "../options/settings.ts";
import type { Tracing } from "../trace/tracing.ts";
import type { RequestEvents } from "./request-events.ts";
import type { SeenIds } from "./seen-ids.ts";

/** One request to the service's REST API. */
export interface ServiceRequest {
  /** The operation, for messages, such as `list databases`. */
  readonly what: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below the endpoint, `/v3/...`, already encoded; or a full URL on the same host. */
  readonly path: string;
  readonly query?: RequestFields;
  /** Form fields; sent urlencoded. */
  readonly form?: RequestFields;
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

/** Undefined ones are not sent. */
type RequestFields = Readonly<Record<string, string | number | undefined>>;

/** Header with the request's id. The local service echoes it; others may ignore it. A reply with another id is stale or a duplicate. */
export const REQUEST_ID = "x-svc-request";

function definedEntries(fields: RequestFields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

export function requestUrl(
  endpoint: string,
  { path, query = {} }: Pick<ServiceRequest, "path" | "query">,
): URL {
  const url = path.startsWith("/") ? new URL(endpoint + path) : new URL(path);
  for (const [name, value] of definedEntries(query)) url.searchParams.append(name, value);
  return url;
}

/** @param own - Headers of this attempt: its id, and the trace that it continues. */
export function requestInit(
  { method, form, body, headers }: ServiceRequest,
  options: TransportOptions,
  apikey: string,
  own: Readonly<Record<string, string>>,
): FetchInit {
  const sent: Record<string, string> = {
    // Only replies to GET may be compressed; some servers would compress a gzip file again.
    "accept-encoding": method === "GET" ? "gzip" : "identity",
    ...options.headers,
    ...headers,
    ...options.authorize(apikey),
    ...own,
    date: new Date(options.now()).toUTCString().replace(/GMT$/, "-0000"),
    "user-agent": options.userAgent,
  };
  if (form !== undefined) sent["content-type"] = "application/x-www-form-urlencoded";
  const content = form === undefined ? body : new URLSearchParams(definedEntries(form)).toString();
  return {
    method,
    headers: sent,
    redirect: "manual",
    ...(content === undefined ? {} : { body: content }),
  };
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
  readonly retry: WaitPolicy;
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
