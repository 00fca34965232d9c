import { randomUUID } from "node:crypto";
import type { ServiceTarget } from "../options/settings.ts";
import type { TracerSpan } from "../trace/tracer.ts";
import { traced, type Tracing } from "../trace/tracing.ts";
import { warn } from "../warnings.ts";
import type { FetchResponse } from "./fetch-types.ts";
import { hideKey } from "./hide-key.ts";
import type { RequestEvent, RequestEvents } from "./request-events.ts";
import type { ServiceRequest } from "./service-request.ts";

/** A warning gives the reason, once the waits of one request add up to this. */
const WARN_AFTER_MS = 5000;

/** Tells listeners, the trace and the user of one request what becomes of it. */
export class RequestReport {
  readonly #request: ServiceRequest;
  readonly #events: RequestEvents;
  readonly span: TracerSpan | null;
  #event: RequestEvent | null = null;
  #startedMs = 0;
  #waitedMs = 0;

  constructor(request: ServiceRequest, events: RequestEvents, span: TracerSpan | null) {
    this.#request = request;
    this.#events = events;
    this.span = span;
  }

  /** An attempt is about to be sent. @returns its id. */
  sent(url: URL, { apikey }: ServiceTarget, attempt: number): string {
    const { what, method } = this.#request;
    const event = { id: randomUUID(), what, method, url: hideKey(url.href, apikey), attempt };
    this.span?.setAttribute("url.full", event.url);
    this.span?.setAttribute("server.address", url.hostname);
    this.span?.setAttribute("server.port", Number(url.port) || (url.protocol === "https:" ? 443 : 80));
    this.#startedMs = performance.now();
    this.#events.emit("request", (this.#event = event));
    return event.id;
  }

  /** The attempt has ended. @param response - Null when no reply came. */
  end(response: FetchResponse | null): void {
    const status = response?.status ?? null;
    const length = response?.headers.get("content-length") ?? "";
    const bytes = /^\d+$/.test(length) ? Number(length) : null;
    const elapsedMs = performance.now() - this.#startedMs;
    this.#events.emit("response", { ...(this.#event as RequestEvent), status, bytes, elapsedMs });
    if (status !== null) this.span?.setAttribute("http.response.status_code", status);
    if (bytes !== null) this.span?.setAttribute("http.response.body.size", bytes);
  }

  /** The request is sent again after a wait of at most `mostMs` in all. @param failure - The attempt's error, with a note at its end. */
  again(delayMs: number, mostMs: number, failure: (note: string) => Error): void {
    const event = this.#event as RequestEvent;
    const before = this.#waitedMs;
    this.#waitedMs += delayMs;
    if (before < WARN_AFTER_MS && this.#waitedMs >= WARN_AFTER_MS)
      warn("retrying", failure(`; trying again, for up to ${Math.round(mostMs / 1000)} s`).message);
    this.#events.emit("retry", { ...event, delayMs, reason: failure("").message });
    this.span?.addEvent("retry", { "svclib.delay_ms": delayMs });
    this.span?.setAttribute("http.request.resend_count", event.attempt);
  }
}

/** Runs a request with its report, in a span named by method and route, without ids, as spans of one name are counted together. */
export function reported<T>(
  request: ServiceRequest,
  { events, tracing }: { readonly events: RequestEvents; readonly tracing: Tracing | null },
  run: (report: RequestReport) => Promise<T>,
): Promise<T> {
  const { method, path, body } = request;
  const span = () => ({
    name: `${method} ${path
      .replace(/^https?:\/\/[^/]+/, "")
      .split(/[/?]/, 4)
      .join("/")}`,
    attributes: {
      "http.request.method": method,
      "http.request.body.size": typeof body === "string" ? Buffer.byteLength(body) : body?.length,
    },
  });
  return traced(tracing, span, (own) => run(new RequestReport(request, events, own)));
}
