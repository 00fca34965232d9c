import { READ_AHEAD, streamOf, type EngineMessage, type EngineRequest } from "./messages.ts";
import { packError } from "../errors/serialized-error.ts";

/** Callable methods by part: `storage.listTables` is `parts.storage.listTables`. */
export type CallableParts = Readonly<Record<string, object>>;

interface Live {
  readonly stop: AbortController;
  stream: AsyncIterator<unknown> | null;
  /** Chain that runs the steps of the stream one after another. */
  steps: Promise<void>;
  isOver: boolean;
}

/**
 * Server side: runs each call's method and sends its result.
 *
 * @param post - Resolves when the message is sent, even if the process is killed right after.
 * @returns a function that receives requests.
 */
export function rpcServer(
  parts: CallableParts,
  post: (answer: EngineMessage) => Promise<void>,
): (request: EngineRequest) => void {
  const calls = new Map<number, Live>();

  const end = (id: number, live: Live, answer: EngineMessage): void => {
    if (live.isOver) return;
    live.isOver = true;
    calls.delete(id);
    void post(answer);
  };
  const fail = (id: number, live: Live, error: unknown): void =>
    end(id, live, { kind: "error", id, error: packError(error) });

  const begin = async (live: Live, request: Extract<EngineRequest, { kind: "call" }>): Promise<void> => {
    const { id, name, args, callbacks } = request;
    try {
      const value = await methodOf(
        parts,
        name,
      )(
        ...withLive(args, live.stop.signal, callbacks, async (callback, values) => {
          if (!live.isOver) await post({ kind: "callback", id, name: callback, args: values });
        }),
      );
      const stream = streamOf(value);
      if (stream === null) return end(id, live, { kind: "value", id, value, stream });
      const { [stream]: items, ...head } = value as Record<string, unknown>;
      live.stream = (items as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      void post({ kind: "value", id, value: head, stream });
      for (let i = 0; i < READ_AHEAD; i++) step(live, () => next(id, live));
    } catch (error) {
      fail(id, live, error);
    }
  };
  const next = async (id: number, live: Live): Promise<void> => {
    if (live.isOver || !live.stream) return;
    try {
      const item = await live.stream.next();
      if (item.done === true) end(id, live, { kind: "end", id });
      else void post({ kind: "item", id, value: item.value });
    } catch (error) {
      fail(id, live, error);
    }
  };
  const stop = async (id: number, live: Live): Promise<void> => {
    if (live.isOver) return;
    try {
      await live.stream?.return?.();
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
        isOver: false,
      };
      calls.set(id, live);
      void begin(live, request);
      return;
    }
    const live = calls.get(id);
    if (!live) return;
    if (request.kind === "abort") live.stop.abort(new Error("the caller stopped the call"));
    else if (request.kind === "next") step(live, () => next(id, live));
    else {
      // The pending `next()` may never settle by itself.
      live.stop.abort(new Error("the reader stopped"));
      step(live, () => stop(id, live));
    }
  };
}

function step(live: Live, work: () => Promise<void>): void {
  live.steps = live.steps.then(work);
}

function methodOf(parts: CallableParts, name: string): (...args: unknown[]) => Promise<unknown> {
  const [part = "", method = ""] = name.split(".");
  const owner = parts[part] as Record<string, unknown> | undefined;
  const handler = owner?.[method];
  if (typeof handler !== "function") throw new Error(`The engine's process has no call ${name}.`);
  return (...args) => (handler as (...args: unknown[]) => Promise<unknown>).apply(owner, args);
}

/** The arguments with the signal and callback stubs put back into the last one. */
function withLive(
  args: readonly unknown[],
  signal: AbortSignal,
  callbacks: readonly string[],
  call: (name: string, values: readonly unknown[]) => Promise<void>,
): unknown[] {
  const last = args.at(-1);
  if (typeof last !== "object" || last === null || Array.isArray(last)) return [...args];
  const functions = callbacks.map((name) => [name, (...values: unknown[]) => call(name, values)] as const);
  return [...args.slice(0, -1), { ...last, signal, ...Object.fromEntries(functions) }];
}
