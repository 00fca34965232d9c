/** A request to the service. It has no key and no SQL. */
export interface RequestEvent {
  /** Id of this attempt, as in its header `x-svc-request`. */
  readonly id: string;
  /** What it is for, such as `list databases`. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first one. */
  readonly attempt: number;
}

/** The end of a request, as far as the library waits for it: a result's rows may still arrive. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status; null when no reply came. */
  readonly status: number | null;
  readonly elapsedMs: number;
  /** The reply's length, if it names one. */
  readonly bytes: number | null;
}

/** A request that is sent again. */
export interface RetryEvent extends RequestEvent {
  readonly delayMs: number;
  /** Why, as an error would say it. */
  readonly reason: string;
}

/** Called with what a client sends and receives, for logs and measurements. */
export interface ClientListeners {
  /** Before an attempt is sent. */
  readonly request?: (event: RequestEvent) => void;
  /** When an attempt has ended, with or without a reply. */
  readonly response?: (event: ResponseEvent) => void;
  /** Before the wait for the next attempt. */
  readonly retry?: (event: RetryEvent) => void;
}

/** The listeners of one client. */
export class RequestEvents {
  readonly #listeners = new Set<ClientListeners>();

  /** @returns a function that stops them. */
  add(listeners: ClientListeners): () => void {
    // Its own object, so that the same listeners can be added twice.
    const own = { ...listeners };
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Calls the listeners. One that throws or rejects must not change what happens to the request: Node.js warns of it. */
  emit<K extends keyof ClientListeners>(
    kind: K,
    event: Parameters<NonNullable<ClientListeners[K]>>[0],
  ): void {
    const warn = (error: unknown): void =>
      process.emitWarning(`a listener of ${kind} failed: ${String(error)}`, "SvclibWarning");
    for (const listeners of this.#listeners) {
      try {
        const result: unknown = (listeners[kind] as ((sent: typeof event) => unknown) | undefined)?.(event);
        if (result instanceof Promise) result.catch(warn);
      } catch (error) {
        warn(error);
      }
    }
  }
}

/** Writes a line for each request and retry: what `SVC_DEBUG=1` shows. */
export function debugListeners(write: (line: string) => void): ClientListeners {
  return {
    response: ({ method, url, status, elapsedMs, bytes, attempt }) =>
      write(
        [
          `svclib: ${method} ${url} ${status ?? "no reply"} ${Math.round(elapsedMs)} ms`,
          ...(bytes === null ? [] : [`${bytes} B`]),
          ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
        ].join(", "),
      ),
    retry: ({ method, url, delayMs, reason }) =>
      write(`svclib: ${method} ${url} again in ${delayMs} ms: ${reason}`),
  };
}
