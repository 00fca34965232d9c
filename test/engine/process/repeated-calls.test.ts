import { expect, test } from "@jest/globals";
import { EngineLost } from "../../../src/engine/process/engine-child.ts";
import { RepeatedCalls } from "../../../src/engine/process/repeated-calls.ts";

const LOST = new EngineLost("a statement could not be stopped", null, { why: "", isForOther: true });

/** A statement that is killed, and whose process is ended for that, once it has begun to commit or before. */
function killed({ writes, isIn }: { readonly writes: boolean; readonly isIn: boolean }): Promise<unknown> {
  const stop = new AbortController();
  const calls = new RepeatedCalls({
    isClosing: false,
    isRefused: () => false,
    run: ({ name, args, callbacks }) => {
      if (name === "storage.hasWritten") return Promise.resolve(isIn && args[0] === "job 7");
      if (writes) callbacks["onWrite"]?.();
      stop.abort(new Error("The job was killed."));
      return Promise.reject(LOST);
    },
  });
  return calls.call("statements.toFile", ["insert", {}, { signal: stop.signal, writeId: "job 7" }]);
}

test("a statement runs again when a crash cut it off, but not once it has begun to write", async () => {
  const runs: string[] = [];
  const calls = new RepeatedCalls({
    isClosing: false,
    isRefused: () => false,
    run: ({ name, args, callbacks }) => {
      if (name === "storage.hasWritten") return Promise.resolve(false);
      runs.push(args[0] as string);
      if (args[0] === "insert") callbacks["onWrite"]?.();
      if (runs.length === 1) return Promise.reject(new EngineLost("it crashed", null, null));
      return Promise.resolve({ rowCount: 1 });
    },
  });
  const call = (sql: string): Promise<unknown> =>
    calls.call("statements.toFile", [sql, {}, { signal: new AbortController().signal, writeId: "job 7" }]);
  await expect(call("insert")).rejects.toThrow("none of its changes were made: run it again");
  expect(runs.splice(0)).toEqual(["insert"]);
  expect(await call("select")).toEqual({ rowCount: 1 });
  expect(runs).toEqual(["select", "select"]);
});

test("a statement whose changes were made before its process was ended says so, whoever stopped it", async () => {
  await expect(killed({ writes: true, isIn: true })).rejects.toMatchObject({
    name: "Fault",
    message: "It was stopped after all of its changes had been made: The job was killed.",
  });
  await expect(killed({ writes: true, isIn: false })).rejects.toThrow(/^The job was killed.$/);
  await expect(killed({ writes: false, isIn: true })).rejects.toThrow(/^The job was killed.$/);
});

/** A stream that breaks off behind some items in each of its first runs. */
function broken(...lengths: readonly number[]) {
  const runs: number[] = [];
  const calls = new RepeatedCalls({
    isClosing: false,
    isRefused: () => false,
    run: (call) => {
      const length = lengths[runs.length] ?? 4;
      runs.push(length);
      if (length < 4) Object.assign(call, { deaths: runs.length, isBlamed: true });
      const pieces = (async function* () {
        for (let i = 1; i <= length; i++) yield await Promise.resolve(i);
        if (length < 4) throw new EngineLost("it crashed", null, null);
      })();
      return Promise.resolve({ pieces });
    },
  });
  return { calls, runs };
}

async function itemsOf(
  calls: RepeatedCalls,
  name: "results.encode" | "statements.toPages",
): Promise<unknown[]> {
  const items: unknown[] = [];
  const { pieces } = (await calls.call(name, [])) as { pieces: AsyncIterable<unknown> };
  for await (const item of pieces) items.push(item);
  return items;
}

test("a stream of equal items goes on behind those that were given; rows of a statement are not given again", async () => {
  const resumed = broken(2);
  expect(await itemsOf(resumed.calls, "results.encode")).toEqual([1, 2, 3, 4]);
  expect(resumed.runs).toEqual([2, 4]);
  const started = broken(2);
  await expect(itemsOf(started.calls, "statements.toPages")).rejects.toThrow("it crashed");
  expect(started.runs).toEqual([2]);
  expect(await itemsOf(broken(0).calls, "statements.toPages")).toEqual([1, 2, 3, 4]);
});

test("what crashes the engine twice is not tried again", async () => {
  const twice = broken(1, 1);
  await expect(itemsOf(twice.calls, "results.encode")).rejects.toThrow("it crashed");
  expect(twice.runs).toEqual([1, 1]);
});
