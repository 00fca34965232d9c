import { expect, test } from "vitest";
import { EngineLost } from "../../../src/service/engine-process/engine-child.ts";
import { RepeatedCalls } from "../../../src/service/engine-process/repeated-calls.ts";

const LOST = new EngineLost("a statement could not be stopped", null, { why: "", isForOther: true });

/** A statement that is killed, and whose process is ended for that, once it has begun to commit or before. */
function killed({ writes, isIn }: { readonly writes: boolean; readonly isIn: boolean }): Promise<unknown> {
  const stop = new AbortController();
  const calls = new RepeatedCalls({
    isClosing: false,
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
