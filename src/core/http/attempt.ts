import type { Effect, AttemptFault } from "../../system/attempts.ts";
import { isConfigError } from "../error-guards.ts";
import {
  DecodeError,
  TimeoutError,
  AlreadyExistsError,
  AuthError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  type HttpFailure,
} from "../errors.ts";
import { traceHeaders } from "../trace/tracing.ts";
import { readBeginning, SilenceTimer } from "./body/read-body.ts";
import type { FetchResponse } from "./fetch-types.ts";
import { hideKey } from "./hide-key.ts";
import { networkFault } from "./network-fault.ts";
import type { RequestReport } from "./request-report.ts";
import {
  REQUEST_ID,
  requestInit,
  requestUrl,
  type ServiceRequest,
  type TransportOptions,
} from "./service-request.ts";

/** Reads the body of a reply. @param received - Called for each piece received. */
export type ReadReply<T> = (response: FetchResponse, received: () => void) => Promise<T>;

/** What became of one attempt to send a request. */
export type Outcome<T> = { readonly value: T } | Failure;

interface Failure {
  readonly fault: AttemptFault;
  /** The wait that the service names in `Retry-After`. */
  readonly namedMs: number | null;
  /** @param note - Appended to the message. */
  readonly failure: (note: string) => Error;
}

/** The request was not processed: it can be sent again, whatever it is. */
const REFUSALS: ReadonlySet<number> = new Set([425, 429, 503]);
/** A load balancer closed an idle connection. */
const REQUEST_TIMEOUT = 408;
/** Statuses above 500 that waiting does not change: not implemented, unsupported HTTP version, a full disk. */
const LASTING: ReadonlySet<number> = new Set([501, 505, 507]);

/** Bytes read of an error page; less of it is kept. */
const MAX_ERROR_BYTES = 64 * 1024;

/** An attempt of a request. */
interface Attempt<T> {
  readonly options: TransportOptions;
  readonly effect: Effect;
  /** 1 for the first one. */
  readonly count: number;
  readonly report: RequestReport;
  readonly read: ReadReply<T>;
  /** Called when the service echoes the request's id. */
  readonly onEcho: () => void;
}

/** Sends a request once. @throws what ends it whatever its effect: an abort, a wrong option. */
export async function attemptRequest<T>(
  request: ServiceRequest,
  { options, effect, count, report, read, onEcho }: Attempt<T>,
): Promise<Outcome<T>> {
  const { signal, what, method } = request;
  signal?.throwIfAborted();
  const target = await options.resolveTarget();
  const url = requestUrl(target.endpoint, request);
  const path = url.pathname + url.search;
  const id = report.sent(url, target, count);
  const { apikey, provenBy } = target;
  let reply: FetchResponse | null = null;
  const silence = new AbortController();
  const timer = new SilenceTimer(options.timeoutMs, () => silence.abort());
  const received = (): void => timer.restart();
  try {
    const response = await options.fetch(url.href, {
      ...requestInit(request, options, apikey, { ...traceHeaders(report.span), [REQUEST_ID]: id }),
      once: effect === "once" || request.onAgain !== undefined,
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      ...(provenBy && { provenBy }),
    });
    reply = response;
    received();
    const name = response.headers.get(REQUEST_ID) || null;
    if (name !== null && name !== id) return strayReply(what);
    if (name === id) onEcho();
    const { status } = response;
    if ((status >= 200 && status < 300) || request.accept?.includes(status))
      return { value: await read(response, received) };
    const page = await readBeginning(response, MAX_ERROR_BYTES);
    signal?.throwIfAborted();
    // The page may show the key: it is removed before the page is truncated, as part of a key must not show either.
    const body = hideKey(page, apikey).slice(0, 4096);
    const namedMs = retryAfterMs(response.headers, options.now());
    return {
      fault: faultOfStatus(status, request.final?.includes(status) === true, namedMs),
      namedMs,
      failure: (note) => replyError(what, { status, method, path, body }, redirected(response, url) + note),
    };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof DecodeError) return { fault: "damaged", namedMs: null, failure: () => cause };
    if (isConfigError(cause)) throw cause;
    if (silence.signal.aborted) {
      const { timeoutMs } = options;
      const message = `${what} failed: no reply from ${url.host} within ${timeoutMs / 1000} s`;
      return lost((note) => new TimeoutError(message + note, timeoutMs, { cause }));
    }
    const { permanent, notSent, error } = networkFault(what, { method, path, url }, cause);
    return { fault: permanent ? "definite" : notSent ? "refused" : "lost", namedMs: null, failure: error };
  } finally {
    timer.stop();
    report.end(reply);
  }
}

const lost = (failure: (note: string) => Error): Failure => ({ fault: "lost", namedMs: null, failure });

/** What a status other than success says. @param isFinal - The request takes it as a definite reply. */
function faultOfStatus(status: number, isFinal: boolean, namedMs: number | null): AttemptFault {
  if (REFUSALS.has(status)) return namedMs !== null || !isFinal ? "refused" : "lost";
  if (status === REQUEST_TIMEOUT) return "lost";
  return status >= 500 && !LASTING.has(status) && !isFinal ? "lost" : "definite";
}

function strayReply(what: string): Failure {
  const message = `${what} failed: the reply belongs to another request; a proxy or cache on the way may mix up replies: try without it`;
  return lost((note) => new DecodeError(message + note));
}

/** Redirects are not followed: the key would be sent to their target. Only the target's server is named. */
function redirected({ status, headers }: FetchResponse, url: URL): string {
  const location = headers.get("location");
  if (status < 300 || status >= 400 || location === null) return "";
  const to = URL.canParse(location, url.href) ? new URL(location, url.href).origin : "elsewhere";
  return `; it redirects to ${to === url.origin ? "another path" : to}, which is not followed: set the endpoint to the service's own address`;
}

/**
 * The wait that a `Retry-After` header names (seconds, or a date by the server's clock, given in `Date`), in ms; null if absent or
 * invalid.
 */
function retryAfterMs(headers: FetchResponse["headers"], nowMs: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const untilMs = Date.parse(text);
  const sentMs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}

const CLASS_BY_STATUS = new Map<number, typeof HttpError>([
  [401, AuthError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, AlreadyExistsError],
]);

/** Fields with the reason, most specific first; `error` is often just the status text. */
const REASON_FIELDS = "message text detail error_description description reason error errors msg title".split(
  " ",
);

/** The first reason in a reply's JSON, also of a nested error. */
function reasonIn(value: unknown): string | null {
  if (typeof value === "string") return value.trim() || null;
  if (typeof value !== "object" || value === null) return null;
  const fields = Array.isArray(value)
    ? (value as unknown[])
    : REASON_FIELDS.map((name) => (value as Record<string, unknown>)[name]);
  for (const field of fields) {
    const reason = reasonIn(field);
    if (reason !== null) return reason;
  }
  return null;
}

/** An error reply's message: from its JSON, else the body, on one line. */
function messageOf(body: string): string {
  let text = body;
  try {
    const parsed: unknown = JSON.parse(body);
    const isEmpty = typeof parsed !== "object" || parsed === null || Object.keys(parsed).length === 0;
    const reason = reasonIn(parsed);
    if (reason !== null) return reason;
    if (isEmpty) text = "";
  } catch {
    // Not JSON: proxies and gateways reply with text or HTML.
  }
  text = text
    .replace(/<(style|script)\b[^]*?<\/\1>/gi, " ")
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/** The error for an unsuccessful reply. `what` names the operation, such as `list tables of web_logs`. */
function replyError(what: string, failure: HttpFailure, note = ""): HttpError {
  const message = messageOf(failure.body);
  const status = `HTTP ${failure.status}, ${failure.method} ${failure.path}`;
  const ErrorClass = CLASS_BY_STATUS.get(failure.status) ?? HttpError;
  return new ErrorClass(
    `${what} failed: ${message === "" ? "the service gave no reason" : message} (${status})${note}`,
    failure,
  );
}
