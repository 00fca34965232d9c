import type { TransferListItem } from "node:worker_threads";
import type { Answer, Request } from "./messages.ts";
import { unpackError } from "./wire-error.ts";

export interface CallOptions {
  /** Its abort is told to the other side, which then ends the call in its own way. */
  readonly signal?: AbortSignal;
  readonly onNews?: (value: unknown) => void;
  readonly transfer?: readonly TransferListItem[];
}

/** A call that gives a value and then items, in order. The stream must be read to its end or returned. */
export interface CalledStream {
  readonly value: unknown;
  readonly items: AsyncIterable<unknown>;
}

/** Items on their way at a time: one is worked on here while the next is made there. */
const READ_AHEAD = 2;

interface Pending {
  readonly resolve: (stream: CalledStream) => void;
  readonly reject: (error: Error) => void;
  readonly onNews: ((value: unknown) => void) | undefined;
  readonly forget: () => void;
  stream: ItemQueue | null;
}

/** The calling side of two threads that talk: named calls with values, errors and streams. */
export class CallPort {
  readonly #post: (request: Request, transfer: readonly TransferListItem[]) => void;
  readonly #pending = new Map<number, Pending>();
  #ids = 0;
  #lost: Error | null = null;

  constructor(post: (request: Request, transfer: readonly TransferListItem[]) => void) {
    this.#post = post;
  }

  async call(name: string, args: readonly unknown[], options: CallOptions = {}): Promise<unknown> {
    return (await this.callStream(name, args, options)).value;
  }

  callStream(name: string, args: readonly unknown[], options: CallOptions = {}): Promise<CalledStream> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      const id = ++this.#ids;
      const { signal, onNews, transfer = [] } = options;
      const abort = (): void => this.#send({ kind: "abort", id });
      const forget = (): void => {
        signal?.removeEventListener("abort", abort);
        this.#pending.delete(id);
      };
      this.#pending.set(id, { resolve, reject, onNews, forget, stream: null });
      try {
        this.#send({ kind: "call", id, name, args }, transfer);
      } catch (error) {
        // An argument that can't be sent.
        forget();
        return reject(error instanceof Error ? error : new Error(String(error)));
      }
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  }

  receive(answer: Exclude<Answer, { readonly kind: "log" | "fatal" }>): void {
    const call = this.#pending.get(answer.id);
    if (!call) return;
    switch (answer.kind) {
      case "news":
        return call.onNews?.(answer.value);
      case "value": {
        if (!answer.stream) call.forget();
        else call.stream = new ItemQueue((kind) => this.#send({ kind, id: answer.id }));
        return call.resolve({ value: answer.value, items: call.stream ?? NOTHING });
      }
      case "item":
        return call.stream?.put(answer.value);
      case "end":
        call.forget();
        return call.stream?.end(null);
      case "error": {
        call.forget();
        const error = unpackError(answer.error);
        return call.stream ? call.stream.end(error) : call.reject(error);
      }
    }
  }

  /** Ends every call with the error, and each one made from now on. */
  fail(error: Error): void {
    this.#lost = error;
    for (const call of [...this.#pending.values()]) {
      call.forget();
      if (call.stream) call.stream.end(error);
      else call.reject(error);
    }
  }

  #send(request: Request, transfer: readonly TransferListItem[] = []): void {
    if (!this.#lost) this.#post(request, transfer);
  }
}

const NOTHING: AsyncIterable<unknown> = (async function* (): AsyncGenerator<unknown> {})();

/** Items that came and are not read yet. */
class ItemQueue implements AsyncIterableIterator<unknown> {
  readonly #ask: (kind: "next" | "stop") => void;
  readonly #items: unknown[] = [];
  #over: { readonly error: Error | null } | null = null;
  #wake: () => void = () => undefined;

  constructor(ask: (kind: "next" | "stop") => void) {
    this.#ask = ask;
    for (let i = 0; i < READ_AHEAD; i++) ask("next");
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

  /** Ends the work on the other side, and waits until it has ended. */
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
