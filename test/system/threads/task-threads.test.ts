import { expect, test } from "@jest/globals";
import { TaskThreads } from "../../../src/system/threads/task-threads.ts";

const onLinux = process.platform === "linux" ? test : test.skip;

/** A thread that is busy for each task's milliseconds of processor time, and answers with its number. */
const SCRIPT = `
import { readlinkSync } from "node:fs";
import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", ({ task }) => {
  for (const until = performance.now() + task; performance.now() < until; );
  parentPort.postMessage({ kind: "result", result: threadId });
});
parentPort.postMessage({ kind: "ready", thread: readlinkSync("/proc/thread-self") });`;

const threads = new TaskThreads<number, number>({
  script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
  isLong: (milliseconds) => milliseconds > 100,
  limitMs: () => 60_000,
  overTime: () => new Error("over time"),
  overMemory: (cause) => cause,
  pack: (error) => error,
  unpack: (error) => error as Error,
});
const run = (milliseconds: number): Promise<number> =>
  threads.run(milliseconds, () => Promise.resolve(), new AbortController().signal);

onLinux(
  "a long task has the thread of the one before it, also at a low priority; short ones have others",
  async () => {
    const first = await run(600);
    expect(await run(1)).not.toBe(first);
    expect(await run(600)).toBe(first);
    expect(await run(1)).not.toBe(first);
  },
);
