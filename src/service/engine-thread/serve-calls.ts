import type { TransferListItem } from "node:worker_threads";
import type { Answer, Request } from "./messages.ts";
import { packError } from "./wire-error.ts";

/** What a handler may use besides its arguments. */
export interface CallContext {
  /** Aborted when the caller's signal is, until the call and its stream have ended. */
  readonly signal: AbortSignal;
  readonly news: (value: unknown) => void;
}

/** What a handler gives that goes on after its value: items, sent as the reader has room. */
export class Streamed {
  readonly value: unknown;
  readonly items: AsyncIterator<unknown>;
  /** Memory of an item that is handed over instead of copied. */
  readonly memoryOf: (item: never) => readonly TransferListItem[];

  constructor(value: unknown, items: AsyncIterable<unknown>, memoryOf: Streamed["memoryOf"]) {
    this.value = value;
    this.items = items[Symbol.asyncIterator]();
    this.memoryOf = memoryOf;
  }
}

export type Handler = (context: CallContext, ...args: never[]) => Promise<unknown>;

interface Live {
  readonly stop: AbortController;
  stream: Streamed | null;
  /** Steps of the stream go one after another. */
  steps: Promise<void>;
  ended: boolean;
}

/** The answering side: runs the handler of each call and sends what becomes of it. @returns takes the requests in. */
export function serveCalls(
  handlers: Readonly<Record<string, Handler>>,
  post: (answer: Answer, transfer?: readonly TransferListItem[]) => void,
): (request: Request) => void {
  const calls = new Map<number, Live>();

  const end = (id: number, live: Live, answer: Answer): void => {
    if (live.ended) return;
    live.ended = true;
    calls.delete(id);
    post(answer);
  };
  const fail = (id: number, live: Live, error: unknown): void =>
    end(id, live, { kind: "error", id, error: packError(error) });

  const begin = async (id: number, live: Live, name: string, args: readonly unknown[]): Promise<void> => {
    try {
      const handler = handlers[name];
      if (!handler) throw new Error(`The engine's thread knows no call ${name}.`);
      const news = (value: unknown): void => {
        if (!live.ended) post({ kind: "news", id, value });
      };
      const value = await handler({ signal: live.stop.signal, news }, ...(args as never[]));
      if (!(value instanceof Streamed)) return end(id, live, { kind: "value", id, value, stream: false });
      live.stream = value;
      post({ kind: "value", id, value: value.value, stream: true });
    } catch (error) {
      fail(id, live, error);
    }
  };
  const next = async (id: number, live: Live): Promise<void> => {
    if (live.ended || !live.stream) return;
    try {
      const item = (await live.stream.items.next()) as IteratorResult<never, undefined>;
      if (item.done) end(id, live, { kind: "end", id });
      else post({ kind: "item", id, value: item.value }, live.stream.memoryOf(item.value));
    } catch (error) {
      fail(id, live, error);
    }
  };
  const stop = async (id: number, live: Live): Promise<void> => {
    if (live.ended) return;
    try {
      await live.stream?.items.return?.();
      end(id, live, { kind: "end", id });
    } catch (error) {
      fail(id, live, error);
    }
  };

  return (request) => {
    const { id } = request;
    if (request.kind === "call") {
      const live: Live = {
        stop: new AbortController(),
        stream: null,
        steps: Promise.resolve(),
        ended: false,
      };
      calls.set(id, live);
      void begin(id, live, request.name, request.args);
      return;
    }
    const live = calls.get(id);
    if (!live) return;
    if (request.kind === "abort") live.stop.abort(new Error("the caller stopped the call"));
    else if (request.kind === "next") live.steps = live.steps.then(() => next(id, live));
    else live.steps = live.steps.then(() => stop(id, live));
  };
}
