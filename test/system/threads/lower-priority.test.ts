import { once } from "node:events";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { lowerPriority } from "../../../src/system/threads/lower-priority.ts";
import { thisThread } from "../../../src/system/threads/thread-cpu-ms.ts";

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("one thread lets the others of its process go first", async () => {
  const before = getPriority();
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     parentPort.on("message", () => undefined);
     parentPort.postMessage(require("node:fs").readlinkSync("/proc/thread-self"));`,
    { eval: true },
  );
  const [thread] = (await once(worker, "message")) as [string];
  expect(lowerPriority(thread)).toBe(true);
  expect(getPriority(Number(thread.split("/").at(-1)))).toBe(10);
  expect(getPriority(Number(thisThread().split("/").at(-1)))).toBe(before);
  await worker.terminate();
  expect(lowerPriority(thread)).toBe(false);
});

test("elsewhere nothing changes", () => {
  expect(lowerPriority("thread-self")).toBe(false);
});
