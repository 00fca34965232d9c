import { expect, jest, test } from "@jest/globals";
import type { DuckDBConnection } from "@duckdb/node-api";
import { prepareWithin } from "../../../src/engine/run/prepare-within.ts";

test("a statement that the engine plans for too long is reported, and interrupted until it ends", async () => {
  const events: string[] = [];
  let end: (error: Error) => void;
  const connection = {
    prepare: () => new Promise((_resolve, reject) => (end = reject)),
    interrupt: () => {
      events.push("interrupt");
      if (events.length === 3) end(new Error("INTERRUPT Error: Interrupted!"));
    },
  } as unknown as DuckDBConnection;
  const busy = setInterval(() => {
    for (const untilMs = performance.now() + 5; performance.now() < untilMs;);
  }, 5);
  const prepared = prepareWithin(10, connection, "SELECT 1", (message) => events.push(message));
  await expect(prepared).rejects.toMatchObject({ kind: "EXCEEDED_TIME_LIMIT" });
  clearInterval(busy);
  expect(events).toEqual([
    "the statement takes longer than 0.01 s to plan; split it, or put parts of it in tables",
    "interrupt",
    "interrupt",
  ]);
});

test("what is planned in time is not interrupted, and fails with its own error", async () => {
  const interrupt = jest.fn();
  const connection = {
    prepare: (sql: string) => Promise.reject(new Error(`Binder Error: ${sql}`)),
    interrupt,
  } as unknown as DuckDBConnection;
  await expect(prepareWithin(1000, connection, "SELECT", undefined)).rejects.toThrow("Binder Error: SELECT");
  expect(interrupt).not.toHaveBeenCalled();
});
