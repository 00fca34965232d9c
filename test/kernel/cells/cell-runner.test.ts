import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ExecuteOptions } from "../../../src/kernel/notebook/kernel-client.ts";
import { until } from "../support/start-kernel.ts";
import { startFaultyKernel, type FaultyKernel } from "../support/faulty-kernel.ts";

let kernel: FaultyKernel;
beforeAll(async () => void (kernel = await startFaultyKernel()));
afterAll(() => kernel.stop());

/** What frontends see of a cell, and its count. */
async function seen(code: string, options?: ExecuteOptions) {
  const { reply, published } = await kernel.client.execute(code, options);
  const shown = published.map(({ type, content }) => content["execution_state"] ?? type);
  return [...shown, reply.content["execution_count"]];
}

test("a cell is busy, shows its input and its output, and is idle; each has the next count", async () => {
  expect(await seen("a")).toEqual(["busy", "execute_input", "stream", "idle", 1]);
  expect(await seen("fail", { stopOnError: false })).toEqual([
    "busy",
    "execute_input",
    "stream",
    "error",
    "idle",
    2,
  ]);
});

test("a silent cell shows no input; without history it has no count of its own", async () => {
  expect(await seen("b", { silent: true })).toEqual(["busy", "stream", "idle", 2]);
  expect(await seen("c", { silent: true, storeHistory: true })).toEqual(["busy", "stream", "idle", 2]);
  expect(await seen("d", { storeHistory: false })).toEqual(["busy", "execute_input", "stream", "idle", 2]);
  const { reply } = await kernel.client.request("history_request", { hist_access_type: "tail", n: 9 });
  expect(reply.content["history"]).toEqual([
    [1, 1, "a"],
    [1, 2, "fail"],
  ]);
});

test("Stop ends a cell that waits for its service, before the real kernel has it", async () => {
  kernel.faults.add("slow service");
  const states: unknown[] = [];
  const waiting = kernel.client.execute("%svc_databases", {
    onPublished: ({ content }) => void states.push(content["execution_state"]),
  });
  await until(() => states.includes("busy"));
  await kernel.client.interrupt();
  kernel.faults.delete("slow service");
  expect((await waiting).reply.content).toMatchObject({ status: "error", ename: "Interrupted" });
  expect(await seen("e")).toEqual(["busy", "execute_input", "stream", "idle", 4]);
});
