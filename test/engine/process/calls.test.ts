import { afterEach, expect, jest, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { CallPort } from "../../../src/engine/process/call-port.ts";
import type { EngineMessage, EngineRequest } from "../../../src/engine/process/messages.ts";
import { RunningCall } from "../../../src/engine/process/running-call.ts";
import { rpcServer } from "../../../src/engine/process/rpc-server.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

const close: (() => void)[] = [];
afterEach(() => {
  jest.useRealTimers();
  close.splice(0).forEach((one) => one());
});

interface Connected {
  readonly port: CallPort;
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>;
}

/** Both sides over a real channel. */
function connect(room: object, onStuck: (name: string) => void = () => undefined): Connected {
  const { port1, port2 } = new MessageChannel();
  close.push(() => port1.close());
  const receive = rpcServer({ room }, (answer) => Promise.resolve(port2.postMessage(answer)));
  port2.on("message", (request: EngineRequest) => receive(request));
  const port = new CallPort(
    (request) => port1.postMessage(request),
    ({ name }) => onStuck(name),
  );
  port1.on("message", (answer: EngineMessage) => port.receive(answer as never));
  return {
    port,
    call: async (name, ...args) => (await port.call(new RunningCall(`room.${name}`, args))).value,
  };
}

async function* counting(log: string[], to = Infinity): AsyncGenerator<number> {
  try {
    for (let i = 1; i <= to; i++) {
      log.push(`made ${i}`);
      yield await Promise.resolve(i);
    }
  } finally {
    log.push("ended");
  }
}

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));

test("a call returns its value, or its error with class and fields", async () => {
  const { call } = connect({
    add: (a: number, b: number) => Promise.resolve(a + b),
    fail: () => Promise.reject(new SqlError("SYNTAX_ERROR", "no", { line: 1, column: 2 })),
  });
  expect(await call("add", 1, 2)).toBe(3);
  await expect(call("fail")).rejects.toMatchObject({ name: "SqlError", kind: "SYNTAX_ERROR", column: 2 });
  await expect(call("other")).rejects.toThrow("has no call room.other");
});

test("a stream yields its items in order, beside other returned fields", async () => {
  const { call } = connect({ count: () => Promise.resolve({ head: "h", items: counting([], 5) }) });
  const { head, items } = (await call("count")) as { head: string; items: AsyncIterable<number> };
  const seen: number[] = [];
  for await (const item of items) seen.push(item);
  expect([head, seen]).toEqual(["h", [1, 2, 3, 4, 5]]);
});

test("a stream is at most two items ahead of its reader, and ends with it", async () => {
  const log: string[] = [];
  const { call } = connect({ count: () => Promise.resolve({ items: counting(log) }) });
  const { items } = (await call("count")) as { items: AsyncIterable<number> };
  for (let i = 0; i < 20; i++) await turn();
  expect(log).toEqual(["made 1", "made 2"]);
  for await (const item of items) if (item === 2) break;
  expect(log.at(-1)).toBe("ended");
  expect(log.length).toBeLessThanOrEqual(5);
});

test("the first items of a stream come without being asked for", async () => {
  const sent: EngineMessage["kind"][] = [];
  const receive = rpcServer({ room: { count: () => Promise.resolve({ items: counting([]) }) } }, (answer) =>
    Promise.resolve(void sent.push(answer.kind)),
  );
  receive({ kind: "call", id: 1, name: "room.count", args: [], callbacks: [] });
  for (let i = 0; i < 20; i++) await turn();
  expect(sent).toEqual(["value", "item", "item"]);
  receive({ kind: "next", id: 1 });
  for (let i = 0; i < 20; i++) await turn();
  expect(sent).toEqual(["value", "item", "item", "item"]);
});

test("a stream that fails yields the items before its failure", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new SqlError("DIVISION_BY_ZERO", "division by zero");
  }
  const { call } = connect({ fail: () => Promise.resolve({ items: failing() }) });
  const { items } = (await call("fail")) as { items: AsyncIterable<number> };
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    for await (const item of items) seen.push(item);
  };
  await expect(read()).rejects.toMatchObject({ kind: "DIVISION_BY_ZERO" });
  expect(seen).toEqual([1]);
});

test("the signal and the callbacks in the last argument work across the channel", async () => {
  interface Options {
    readonly signal: AbortSignal;
    readonly onProgress: (percent: number) => void;
    readonly limit: number;
  }
  const { call } = connect({
    wait: ({ signal, onProgress, limit }: Options) => {
      onProgress(limit);
      return stopped(signal);
    },
    stream: ({ signal }: Options) => {
      // eslint-disable-next-line require-yield -- it waits for the abort
      const items = (async function* () {
        await stopped(signal);
      })();
      return Promise.resolve({ items });
    },
  });
  const first = new AbortController();
  const percents: number[] = [];
  const onProgress = (percent: number): void => void percents.push(percent);
  const waiting = call("wait", { signal: first.signal, onProgress, limit: 42 });
  first.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("stopped");
  expect(percents).toEqual([42]);
  const second = new AbortController();
  const { items } = (await call("stream", { signal: second.signal })) as { items: AsyncIterable<never> };
  second.abort(new Error("enough"));
  await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow("stopped");
});

test("a call that ignores its abort is reported, one that ends is not", async () => {
  const stuck: string[] = [];
  const { call } = connect(
    {
      never: () => new Promise(() => undefined),
      listens: ({ signal }: { signal: AbortSignal }) => stopped(signal),
    },
    (name) => stuck.push(name),
  );
  const controller = new AbortController();
  const { signal } = controller;
  void call("never", { signal }).catch(() => undefined);
  const listening = call("listens", { signal });
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  controller.abort(new Error("enough"));
  await expect(listening).rejects.toThrow("stopped");
  expect(stuck).toEqual([]);
  jest.advanceTimersByTime(2000);
  expect(stuck).toEqual(["room.never"]);
});

test("when the other side is lost, pending calls fail, and so do later ones", async () => {
  const { port, call } = connect({
    never: () => new Promise(() => undefined),
    count: () => Promise.resolve({ items: counting([]) }),
  });
  const waiting = call("never");
  const { items } = (await call("count")) as { items: AsyncIterable<number> };
  port.fail(new Error("lost"));
  await expect(waiting).rejects.toThrow("lost");
  const read = async (): Promise<void> => {
    for await (const item of items) expect(item).toBeLessThan(3);
  };
  await expect(read()).rejects.toThrow("lost");
  await expect(call("never")).rejects.toThrow("lost");
});
