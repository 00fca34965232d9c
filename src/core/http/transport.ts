// This folder: requests to the service: attempts by the table of decisions, limits, events, errors without the key.

import { Attempts, mayRepeat, type Effect, type AttemptFault } from "../../system/attempts.ts";
import { DecodeError } from "../errors.ts";
import { parseExactJson } from "../wire/exact-json.ts";
import { attemptRequest, type ReadReply } from "./attempt.ts";
import { readText } from "./body/read-body.ts";
import type { FetchResponse } from "./fetch-types.ts";
import { hideKey } from "./hide-key.ts";
import { reported } from "./request-report.ts";
import { SeenIds } from "./seen-ids.ts";
import type { ServiceRequest, TransportOptions } from "./service-request.ts";

interface Reply<T> {
  readonly value: T;
  readonly headers: FetchResponse["headers"];
}

/** Sends requests: authorization, timeouts, attempts, errors. */
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

  /** Sends a request and parses the reply as a JSON object; unsafe integers become text of their digits. @throws DecodeError when it is not one. */
  async json<T extends object>(request: ServiceRequest): Promise<T> {
    return (await this.jsonReply<T>(request)).value;
  }

  /** As {@link json}, with the reply's headers. */
  jsonReply<T extends object>(request: ServiceRequest): Promise<Reply<T>> {
    return this.#send(request, async (response, received) => ({
      value: await this.#parsed<T>(await this.#text(response, request, received), request),
      headers: response.headers,
    }));
  }

  /** Sends a request and reads the reply as text; a body that breaks off is a network failure. */
  async text(request: ServiceRequest): Promise<string> {
    return (await this.reply(request)).value;
  }

  /** As {@link text}, with the reply's headers. @throws DecodeError for a page: a gateway may send one instead of passing the request on. */
  reply(request: ServiceRequest): Promise<Reply<string>> {
    return this.#send(request, async (response, received) => ({
      value: await this.#text(response, request, received),
      headers: response.headers,
    }));
  }

  /** Sends a request and returns the reply with its body unread; the caller reads it, with its own timeout. */
  open(request: ServiceRequest): Promise<FetchResponse> {
    return this.#send(request, (response) => Promise.resolve(response));
  }

  /** The loop of all requests: attempts, until one has a reply or the table of {@link Attempts} allows no other. */
  #send<T>(request: ServiceRequest, read: ReadReply<T>): Promise<T> {
    const { options } = this;
    const { maxCumulDelayMs = options.retry.maxCumulDelayMs, onAgain, signal } = request;
    const effect = this.#effectOf(request);
    const attempts = new Attempts(effect, { ...options.retry, maxCumulDelayMs });
    const onEcho = (): void => void (this.#named = true);
    return reported(request, options, async (report) => {
      for (;;) {
        const { count } = attempts;
        const outcome = await attemptRequest(request, { options, effect, count, report, read, onEcho });
        if ("value" in outcome) return outcome.value;
        const { fault, namedMs, failure } = outcome;
        const delayMs = attempts.next(fault, namedMs);
        if (delayMs === null) throw failure(endNote(fault, effect, namedMs, attempts));
        report.again(delayMs, maxCumulDelayMs, failure);
        await options.sleep(delayMs, signal);
        await onAgain?.();
      }
    });
  }

  #effectOf({ idempotent, method }: ServiceRequest): Effect {
    if (!(idempotent ?? (method === "POST" ? this.options.retryPost : true))) return "once";
    return method === "GET" ? "read" : "repeatable";
  }

  async #text(response: FetchResponse, { what }: ServiceRequest, received: () => void): Promise<string> {
    const text = await readText(response, what, received);
    if (!/^\uFEFF?\s*</.test(text)) return text;
    throw new DecodeError(
      `${what} failed: a page was received instead of the reply: ${await this.#excerpt(text)}`,
    );
  }

  async #parsed<T extends object>(body: string, { what }: ServiceRequest): Promise<T> {
    const text = body.replace(/^\uFEFF/, "");
    if (text.trim() === "") throw new DecodeError(`${what} failed: the reply is empty`);
    let value: unknown;
    try {
      value = parseExactJson(text);
    } catch (cause) {
      const message = `${what} failed: the reply is not JSON: ${await this.#excerpt(text)}`;
      throw new DecodeError(message, { cause });
    }
    if (typeof value === "object" && value !== null) return value as T;
    throw new DecodeError(`${what} failed: the reply is not an object: ${await this.#excerpt(text)}`);
  }

  /** The beginning of a reply for a message: on one line, without the key, which some pages show. */
  async #excerpt(text: string): Promise<string> {
    return (await this.saying(text.slice(0, 4096))).replace(/\s+/g, " ").slice(0, 200);
  }

  /** The error for a reply without a field, with what it says instead: some gateways send the text of an error with status 200. */
  async lacking(what: string, field: string, reply: object | string): Promise<DecodeError> {
    const excerpt = await this.#excerpt(typeof reply === "string" ? reply : JSON.stringify(reply));
    return new DecodeError(`${what} failed: the reply has no ${field}: ${excerpt}`);
  }

  /** A text of the service for a message, without the key, which some services include as the user's name. */
  async saying(text: string): Promise<string> {
    return hideKey(text, (await this.options.resolveTarget()).apikey);
  }
}

/** Why there is no other attempt, for the end of the last one's error. */
function endNote(fault: AttemptFault, effect: Effect, namedMs: number | null, attempts: Attempts): string {
  const { leftMs, summary } = attempts;
  if (fault === "lost" && !mayRepeat(fault, effect))
    return `; it may have had its effect: check before you repeat it${summary}`;
  const isTooLong = mayRepeat(fault, effect) && namedMs !== null && namedMs > leftMs;
  return isTooLong
    ? `; it asks to wait ${Math.ceil(namedMs / 1000)} s, and max_cumul_retry_delay leaves ${Math.floor(leftMs / 1000)} s${summary}`
    : summary;
}
