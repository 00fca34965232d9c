import { describe, expect, test } from "@jest/globals";
import { EventEmitter } from "node:events";
import { runPlan } from "../../../src/clusters/spark/run-plan.ts";
import type { SparkConnection } from "../../../src/clusters/spark/spark-connection.ts";

type Step = {
  readonly id?: string;
  readonly data?: number[];
  readonly complete?: boolean;
  readonly error?: object;
};

/** A connection whose streams play the given lists of steps; a list without an error ends its stream. */
function play(streams: readonly (readonly Step[] | "hang")[]): {
  connection: SparkConnection;
  said: string[];
} {
  const said: string[] = [];
  let next = 0;
  const stream = (): EventEmitter & { cancel: () => void } => {
    const steps = streams[next++] ?? [];
    const emitter = Object.assign(new EventEmitter(), {
      cancel: () => void emitter.emit("error", Object.assign(new Error("cancelled"), { code: 1 })),
    });
    if (steps === "hang") return emitter;
    setImmediate(() => {
      for (const { id = "", data, complete, error } of steps) {
        if (error) return void emitter.emit("error", error);
        emitter.emit("data", {
          response_id: id,
          arrow_batch: data ? { data: Buffer.from(data) } : null,
          result_complete: complete ? {} : null,
        });
      }
      emitter.emit("end");
    });
    return emitter;
  };
  const connection = {
    execute: () => (said.push("execute"), stream()),
    reattach: (_: string, last: string | null) => (said.push(`reattach after ${last}`), stream()),
    release: () => (said.push("release"), Promise.resolve()),
    interrupt: () => (said.push("interrupt"), Promise.resolve()),
  };
  return { connection: connection as unknown as SparkConnection, said };
}

const broken = { code: 14, details: "connection dropped" };
const run = (connection: SparkConnection, signal = new AbortController().signal): Promise<number[][]> =>
  runPlan(connection, { root: {} }, signal).then((batches) => batches.map((batch) => [...batch]));

describe("runPlan", () => {
  test("reattaches where a connection broke, and where a stream ended early", async () => {
    const { connection, said } = play([
      [{ id: "a", data: [1] }, { error: broken }],
      [{ id: "b", data: [2] }],
      [{ id: "c", complete: true }],
    ]);
    expect(await run(connection)).toEqual([[1], [2]]);
    expect(said).toEqual(["execute", "reattach after a", "reattach after b", "release"]);
  });

  test("executes an operation again if the server never received it", async () => {
    const { connection, said } = play([
      [{ error: broken }],
      [{ error: { code: 13, details: "[INVALID_HANDLE.OPERATION_NOT_FOUND] x" } }],
      [{ id: "a", complete: true }],
    ]);
    expect(await run(connection)).toEqual([]);
    expect(said).toEqual(["execute", "reattach after null", "execute", "release"]);
  });

  test("gives up soon on an unreachable server, and at once on an invalid plan", async () => {
    const gone = play([[{ error: broken }], [{ error: broken }], [{ error: broken }]]);
    await expect(run(gone.connection)).rejects.toBe(broken);
    expect(gone.said).toHaveLength(4);
    const fault = { code: 13, details: "[TABLE_OR_VIEW_NOT_FOUND] t" };
    const wrong = play([[{ error: fault }]]);
    await expect(run(wrong.connection)).rejects.toBe(fault);
    expect(wrong.said).toEqual(["execute", "release"]);
  });

  test("an abort interrupts the operation", async () => {
    const { connection, said } = play(["hang"]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("stopped")), 20);
    await expect(run(connection, stop.signal)).rejects.toThrow("stopped");
    expect(said).toEqual(["execute", "interrupt", "release"]);
  });
});
