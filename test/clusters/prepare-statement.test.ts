import { expect, test } from "@jest/globals";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { statementPreparation } from "../../src/clusters/prepare-statement.ts";
import type * as prepareModule from "../../src/clusters/prepare-statement.ts";

/** Threads run the built package only; the sources prepare on the calling thread. */
const BUILT = join(import.meta.dirname, "../../dist/clusters/prepare-statement.js");
const built = (await import(pathToFileURL(BUILT).href)) as typeof prepareModule;

const options = { mayWrite: false, scheduledTimeMs: Date.UTC(2024, 0, 1) };
const never = new AbortController().signal;
const PREPARATIONS = { "on a thread": built.statementPreparation(), here: statementPreparation() };

test.each(Object.entries(PREPARATIONS))("prepares what a cluster is sent, %s", async (_where, prepare) => {
  const trino = "-- set session a = 'b'\nselect td_scheduled_time() as t;";
  expect(await prepare("trino", trino, { ...options, parameters: ["td_time_add(5, '1s')"] }, never)).toEqual({
    text: "-- set session a = 'b'\nselect td_scheduled_time() as t",
    rewritten: {
      sql: "-- set session a = 'b'\nselect CAST(1704067200 AS bigint) as t",
      moves: [{ out: 30, length: 26, start: 30, end: 49 }],
    },
    parameters: ["(CAST(5 AS bigint) + 1)"],
    sessionHints: [["a", "b"]],
  });
  expect(await prepare("hive", "set a=1;\nselect time from t", options, never)).toMatchObject({
    settings: ["set a=1"],
    sql: "select `time` from t",
    start: { line: 2, column: 1 },
    updateType: null,
  });
});

test.each(Object.entries(PREPARATIONS))("refuses what it can't send, %s", async (_where, prepare) => {
  await expect(prepare("trino", "drop table t", options, never)).rejects.toMatchObject({
    name: "SqlError",
    kind: "PERMISSION_DENIED",
  });
  // The position is that of the user's text, which the quotes of `time` moved.
  await expect(prepare("hive", "select time;  select 2", options, never)).rejects.toMatchObject({
    kind: "NOT_SUPPORTED",
    line: 1,
    column: 15,
  });
});

test("a statement that is stopped is read no longer, and the next one is", async () => {
  const prepare = built.statementPreparation();
  const stop = new AbortController();
  const long = prepare("hive", `select ${"time, ".repeat(1_000_000)}1`, options, stop.signal);
  setTimeout(() => stop.abort(new Error("is stopped")), 5);
  await expect(long).rejects.toThrow("is stopped");
  expect(await prepare("hive", "select 1", options, never)).toMatchObject({ sql: "select 1" });
});
