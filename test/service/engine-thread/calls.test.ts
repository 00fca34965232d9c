import { afterEach, expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { CallPort } from "../../../src/service/engine-thread/call-port.ts";
import type { Answer, Request } from "../../../src/service/engine-thread/messages.ts";
import { serveCalls, Streamed, type Handler } from "../../../src/service/engine-thread/serve-calls.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

const close: (() => void)[] = [];
afterEach(() => close.splice(0).forEach((one) => one()));

/** Both sides over a real channel. */
function connect(handlers: Record<string, Handler>): CallPort {
  const { port1, port2 } = new MessageChannel();
  close.push(() => port1.close());
  const receive = serveCalls(handlers, (answer, transfer = []) => port2.postMessage(answer, transfer));
  port2.on("message", (request: Request) => receive(request));
  const calls = new CallPort((request, transfer) => port1.postMessage(request, transfer));
  port1.on("message", (answer: Answer) => calls.receive(answer as never));
  return calls;
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

test("a call gives its value, or its error with class and fields", async () => {
  const calls = connect({
    add: (_context, a: number, b: number) => Promise.resolve(a + b),
    fail: () => Promise.reject(new SqlError("SYNTAX_ERROR", "no", { line: 1, column: 2 })),
  });
  expect(await calls.call("add", [1, 2])).toBe(3);
  await expect(calls.call("fail", [])).rejects.toMatchObject({
    name: "SqlError",
    kind: "SYNTAX_ERROR",
    column: 2,
  });
  await expect(calls.call("other", [])).rejects.toThrow("knows no call other");
});

test("a stream comes in order, to its end", async () => {
  const log: string[] = [];
  const calls = connect({
    count: () => Promise.resolve(new Streamed("head", counting(log, 5), () => [])),
  });
  const { value, items } = await calls.callStream("count", []);
  const seen: unknown[] = [];
  for await (const item of items) seen.push(item);
  expect([value, seen]).toEqual(["head", [1, 2, 3, 4, 5]]);
});

test("a stream is made no further ahead than two items of its reader, and ends with it", async () => {
  const log: string[] = [];
  const calls = connect({
    count: () => Promise.resolve(new Streamed(null, counting(log), () => [])),
  });
  const { items } = await calls.callStream("count", []);
  for (let i = 0; i < 20; i++) await turn();
  expect(log).toEqual(["made 1", "made 2"]);
  for await (const item of items) if (item === 2) break;
  expect(log.at(-1)).toBe("ended");
  expect(log.length).toBeLessThanOrEqual(5);
});

test("a stream that fails gives the items before its failure", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new SqlError("DIVISION_BY_ZERO", "division by zero");
  }
  const calls = connect({ fail: () => Promise.resolve(new Streamed(null, failing(), () => [])) });
  const { items } = await calls.callStream("fail", []);
  const seen: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const item of items) seen.push(item);
  };
  await expect(read()).rejects.toMatchObject({ kind: "DIVISION_BY_ZERO" });
  expect(seen).toEqual([1]);
});

test("an abort reaches the handler, before its value and during its stream; news come back", async () => {
  const stopped = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
  const calls = connect({
    wait: ({ signal, news }) => {
      news(42);
      return stopped(signal);
    },
    stream: ({ signal }) => {
      // eslint-disable-next-line require-yield -- it waits for the abort
      const items = (async function* () {
        await stopped(signal);
      })();
      return Promise.resolve(new Streamed(null, items, () => []));
    },
  });
  const first = new AbortController();
  const news: unknown[] = [];
  const waiting = calls.call("wait", [], { signal: first.signal, onNews: (value) => news.push(value) });
  first.abort();
  await expect(waiting).rejects.toThrow("stopped");
  expect(news).toEqual([42]);
  const second = new AbortController();
  const { items } = await calls.callStream("stream", [], { signal: second.signal });
  second.abort();
  await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow("stopped");
});

test("when the other side is lost, what is under way fails, and what comes after", async () => {
  const calls = connect({
    never: () => new Promise(() => undefined),
    count: () => Promise.resolve(new Streamed(null, counting([]), () => [])),
  });
  const waiting = calls.call("never", []);
  const { items } = await calls.callStream("count", []);
  calls.fail(new Error("lost"));
  await expect(waiting).rejects.toThrow("lost");
  const read = async (): Promise<void> => {
    for await (const item of items) expect(item).toBeLessThan(3);
  };
  await expect(read()).rejects.toThrow("lost");
  await expect(calls.call("never", [])).rejects.toThrow("lost");
});
