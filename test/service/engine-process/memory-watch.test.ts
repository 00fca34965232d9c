import { beforeEach, expect, test } from "@jest/globals";
import { MemoryWatch, type WatchedCall } from "../../../src/service/engine-process/memory-watch.ts";

/** A limit of 1000 bytes, and a manual clock. */
let nowMs: number;
let calls: Running[];
let ended: string[];
let watch: MemoryWatch;

class Running implements WatchedCall {
  readonly name: string;
  readonly startedBytes: number;
  stopped = false;
  constructor(name: string, startedBytes: number) {
    this.name = name;
    this.startedBytes = startedBytes;
  }
  stop(reason: Error): void {
    this.stopped = true;
    ended.push(`${this.name}: ${reason.message}`);
  }
}

beforeEach(() => {
  nowMs = 0;
  calls = [];
  ended = [];
  watch = new MemoryWatch({
    limitBytes: 1000 * 2 ** 20,
    calls: () => calls,
    endProcess: (why) => ended.push(`process: ${why}`),
    nowMs: () => nowMs,
  });
});

const report = (afterMs: number, megabytes: number): void => {
  nowMs += afterMs;
  watch.report(megabytes * 2 ** 20);
};
const call = (name: string, startedMegabytes: number): Running =>
  new Running(name, startedMegabytes * 2 ** 20);
const names = (): string[] => ended.map((text) => text.split(":")[0] as string);

test("ends the newest statement that was running during the growth", () => {
  report(0, 100);
  calls = [call("long", 100), call("greedy", 150), call("late", 980)];
  report(50, 1010);
  expect(ended).toEqual([
    "greedy: the statement was stopped because the engine needed more than its 1000 MB of memory; work on less data at once, or start the service with a larger --memory",
  ]);
});

test("waits for memory to be released, then ends the next", () => {
  report(0, 100);
  calls = [call("a", 100), call("b", 110)];
  report(50, 1100);
  report(50, 1120);
  expect(names()).toEqual(["b"]);
  report(700, 1150);
  expect(names()).toEqual(["b", "a"]);
});

test("far above the limit the process is ended without waiting", () => {
  report(0, 100);
  calls = [call("a", 100)];
  report(50, 1300);
  expect(names()).toEqual(["a", "process"]);
});

test("an idle process that keeps memory is ended soon after a statement was stopped", () => {
  report(0, 100);
  report(1000, 700);
  report(50_000, 700);
  expect(ended).toEqual([]);
  report(10_000, 700);
  expect(names()).toEqual(["process"]);
  // The new process's memory is the baseline.
  report(1000, 700);
  report(90_000, 700);
  expect(names()).toEqual(["process"]);
  watch.reportStop();
  report(1000, 790);
  expect(names()).toEqual(["process"]);
  report(1000, 810);
  expect(names()).toEqual(["process", "process"]);
});

test("below the limit nothing is ended", () => {
  calls = [call("a", 100)];
  report(50, 990);
  report(10_000, 990);
  expect(ended).toEqual([]);
});
