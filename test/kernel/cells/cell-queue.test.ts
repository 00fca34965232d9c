import { expect, test } from "@jest/globals";
import { CellQueue } from "../../../src/kernel/cells/cell-queue.ts";
import type { Message } from "../../../src/kernel/wire/message.ts";
import { createMessage, textField } from "../../../src/kernel/wire/message.ts";
import { until } from "../support/start-kernel.ts";

const cell = (code: string, stopOnError?: boolean): Message =>
  createMessage(
    "execute_request",
    { code, ...(stopOnError === undefined ? {} : { stop_on_error: stopOnError }) },
    "s",
  );

/** A queue whose cells end when the test says so, and a log of its events. */
function queueWithLog() {
  const log: string[] = [];
  const ends = new Map<string, (ok: boolean) => void>();
  const queue = new CellQueue({
    run: async ({ content }, beforeFailure) => {
      const code = textField(content, "code");
      log.push(`run ${code}`);
      const ok = await new Promise<boolean>((resolve) => ends.set(code, resolve));
      if (!ok) await beforeFailure();
      log.push(`${ok ? "ok" : "failed"} ${code}`);
    },
    abort: ({ content }) => void log.push(`abort ${textField(content, "code")}`),
    fail: ({ content }, error) => void log.push(`${String(error)} in ${textField(content, "code")}`),
  });
  return { queue, log, end: (code: string, ok: boolean) => ends.get(code)?.(ok) };
}

test("runs one cell after another", async () => {
  const { queue, log, end } = queueWithLog();
  for (const code of ["a", "b"]) queue.push(cell(code));
  expect(log).toEqual(["run a"]);
  end("a", true);
  await until(() => log.length === 3);
  expect(log).toEqual(["run a", "ok a", "run b"]);
});

test("aborts cells sent before the failure was known, even if they arrive just after it, and no later ones", async () => {
  const { queue, log, end } = queueWithLog();
  queue.push(cell("a"));
  queue.push(cell("b"));
  end("a", false);
  queue.push(cell("c"));
  await until(() => log.includes("failed a"));
  queue.push(cell("d"));
  await until(() => log.includes("run d"));
  expect(log).toEqual(["run a", "failed a", "abort b", "abort c", "run d"]);
});

test("aborts nothing if the failing cell allows the others to run", async () => {
  const { queue, log, end } = queueWithLog();
  queue.push(cell("a", false));
  queue.push(cell("b"));
  end("a", false);
  await until(() => log.includes("run b"));
  expect(log).toEqual(["run a", "failed a", "run b"]);
});

test("aborts cells that arrive some turns after the failing one, as they do through a socket", async () => {
  const { queue, log, end } = queueWithLog();
  queue.push(cell("a"));
  end("a", false);
  setImmediate(() => setImmediate(() => queue.push(cell("b"))));
  await until(() => log.includes("abort b"));
  expect(log).toEqual(["run a", "failed a", "abort b"]);
});

test("Stop aborts the waiting cells, and those behind them run", async () => {
  const { queue, log, end } = queueWithLog();
  for (const code of ["a", "b", "c"]) queue.push(cell(code));
  await queue.abortWaiting();
  queue.push(cell("d"));
  end("a", true);
  await until(() => log.includes("run d"));
  expect(log).toEqual(["run a", "abort b", "abort c", "ok a", "run d"]);
});

test("a run that rejects fails its cell, and the next one runs", async () => {
  const log: string[] = [];
  const queue = new CellQueue({
    run: () => (log.length === 0 ? Promise.reject(new Error("no")) : Promise.resolve(void log.push("run"))),
    abort: () => undefined,
    fail: ({ content }, error) => void log.push(`${String(error)} in ${textField(content, "code")}`),
  });
  queue.push(cell("a"));
  queue.push(cell("b"));
  await until(() => log.length === 2);
  expect(log).toEqual(["Error: no in a", "run"]);
});
