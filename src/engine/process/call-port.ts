import type { EngineMessage, EngineRequest } from "./messages.ts";
import { unpackError } from "../errors/serialized-error.ts";

/** Grace period of an aborted call, after which it counts as stuck. */
const STOP_MS = 700;

/** A call; the signal and callbacks of its last argument are kept apart because they can't be cloned. */
export interface EngineCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly signal: AbortSignal | undefined;
  readonly callbacks: Readonly<Record<string, (...args: unknown[]) => unknown>>;
}

/** The result of a call. `end` resolves once its stream, if any, is over too. */
export interface Answered {
  readonly value: unknown;
  readonly end: Promise<void>;
}

interface PendingCall {
  readonly call: EngineCall;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: Error) => void;
  /** Asks the other side to stop, and reports the call as stuck if it does not. */
  readonly stop: (kind: "abort" | "stop") => void;
  readonly forget: () => void;
  readonly end: Promise<void>;
  stream: ItemQueue | null;
}

/** Client side of the calls between two processes: results, errors and streams. */
export class CallPort {
  readonly #post: (request: EngineRequest) => void;
  readonly #onStuck: (call: EngineCall) => void;
  readonly #pending = new Map<number, PendingCall>();
  #ids = 0;
  #lost: Error | null = null;

  /** @param onStuck - Called when an aborted call does not end in time. */
  constructor(post: (request: EngineRequest) => void, onStuck: (call: EngineCall) => void) {
    this.#post = post;
    this.#onStuck = onStuck;
  }

  call(call: EngineCall): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      const id = ++this.#ids;
      const { name, args, signal, callbacks } = call;
      let overdue: NodeJS.Timeout | undefined;
      let end: () => void = () => undefined;
      const whenOver = new Promise<void>((done) => (end = done));
      const stop = (kind: "abort" | "stop"): void => {
        this.#send({ kind, id });
        overdue ??= setTimeout(() => this.#onStuck(call), STOP_MS);
      };
      const abort = (): void => stop("abort");
      const forget = (): void => {
        clearTimeout(overdue);
        signal?.removeEventListener("abort", abort);
        this.#pending.delete(id);
        end();
      };
      this.#pending.set(id, { call, resolve, reject, stop, forget, end: whenOver, stream: null });
      try {
        this.#send({ kind: "call", id, name, args, callbacks: Object.keys(callbacks) });
      } catch (error) {
        // The argument can't be cloned.
        forget();
        return reject(error instanceof Error ? error : new Error(String(error)));
      }
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  }

  receive(answer: Exclude<EngineMessage, { readonly kind: "log" | "fatal" }>): void {
    const { id } = answer;
    const pending = this.#pending.get(id);
    if (!pending) return;
    switch (answer.kind) {
      case "callback":
        return void pending.call.callbacks[answer.name]?.(...answer.args);
      case "value": {
        let value = answer.value;
        if (answer.stream === null) pending.forget();
        else {
          pending.stream = new ItemQueue((kind) => {
            if (kind === "stop") pending.stop(kind);
            else this.#send({ kind, id });
          });
          value = { ...(value as object), [answer.stream]: pending.stream };
        }
        return pending.resolve({ value, end: pending.end });
      }
      case "item":
        return pending.stream?.put(answer.value);
      case "end":
        pending.forget();
        return pending.stream?.end(null);
      case "error": {
        pending.forget();
        const error = unpackError(answer.error);
        return pending.stream ? pending.stream.end(error) : pending.reject(error);
      }
    }
  }

  /** The pending call with this id. */
  pendingCall(id: number | null): EngineCall | null {
    return (id === null ? undefined : this.#pending.get(id)?.call) ?? null;
  }

  /** Fails all pending calls, and every later one, with the error. */
  fail(error: Error): void {
    this.#lost = error;
    for (const pending of [...this.#pending.values()]) {
      pending.forget();
      if (pending.stream) pending.stream.end(error);
      else pending.reject(error);
    }
  }

  #send(request: EngineRequest): void {
    if (!this.#lost) this.#post(request);
  }
}

/** Stream items that were received but not read yet. */
class ItemQueue implements AsyncIterableIterator<unknown> {
  readonly #ask: (kind: "next" | "stop") => void;
  readonly #items: unknown[] = [];
  #over: { readonly error: Error | null } | null = null;
  #wake: () => void = () => undefined;

  constructor(ask: (kind: "next" | "stop") => void) {
    this.#ask = ask;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  put(item: unknown): void {
    this.#items.push(item);
    this.#wake();
  }

  end(error: Error | null): void {
    this.#over ??= { error };
    this.#wake();
  }

  async next(): Promise<IteratorResult<unknown>> {
    await this.#arrival(() => this.#items.length > 0);
    if (this.#items.length > 0) {
      const value = this.#items.shift();
      if (!this.#over) this.#ask("next");
      return { done: false, value };
    }
    if (this.#over?.error) throw this.#over.error;
    return { done: true, value: undefined };
  }

  /** Stops the stream on the other side, and waits until it has stopped. */
  async return(): Promise<IteratorResult<unknown>> {
    if (!this.#over) {
      this.#ask("stop");
      await this.#arrival(() => false);
    }
    this.#items.length = 0;
    return { done: true, value: undefined };
  }

  async #arrival(ready: () => boolean): Promise<void> {
    while (!ready() && !this.#over) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}
