import { beforeEach, expect, test } from "@jest/globals";
import { MemoryWatch, type WatchedCall } from "../../../src/engine/process/memory-watch.ts";

/** A limit of 1000 bytes, and a manual clock. */
let nowMs: number;
let calls: Running[];
let ended: string[];
let watch: MemoryWatch;

class Running implements WatchedCall {
  readonly name: string;
  readonly startedMs: number;
  stopped = false;
  constructor(name: string, startedMs: number) {
    this.name = name;
    this.startedMs = startedMs;
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
/** A call that begins now. */
const call = (name: string): Running => new Running(name, nowMs);
const names = (): string[] => ended.map((text) => text.split(":")[0] as string);

test("ends the newest statement that was running during the growth", () => {
  report(0, 100);
  calls = [call("long")];
  report(50, 110);
  calls.push(call("greedy"));
  report(50, 500);
  report(45, 850);
  calls.push(call("late"));
  report(5, 1010);
  expect(ended).toEqual([
    "greedy: the statement was stopped because the engine needed more than its 1000 MB of memory; work on less data at once, or start the service with a larger --memory",
  ]);
});

test("a statement that began when half of the memory was taken is not ended for it", () => {
  report(0, 100);
  calls = [call("greedy")];
  report(50, 500);
  calls.push(call("innocent"));
  report(50, 1010);
  expect(names()).toEqual(["greedy"]);
});

test("far above the limit the process is killed, and no statement is stopped besides the last one", () => {
  report(0, 100);
  calls = [call("greedy")];
  report(50, 900);
  calls.push(call("innocent"));
  report(50, 1010);
  report(50, 1400);
  expect(names()).toEqual(["greedy", "process"]);
});

test("what a statement left that has ended is charged to no other: the process is ended", () => {
  report(0, 100);
  calls = [call("greedy")];
  report(50, 800);
  nowMs += 45;
  calls = [call("innocent")];
  report(5, 1010);
  expect(names()).toEqual(["process"]);
  // The new process has its own account.
  nowMs += 2000;
  watch.reportOpening(100 * 2 ** 20);
  calls = [call("greedy")];
  report(50, 1010);
  expect(names()).toEqual(["process", "greedy"]);
});

test("in a new process a statement is stopped, however soon it fills the memory", () => {
  watch.reportOpening(100 * 2 ** 20);
  calls = [call("first")];
  report(50, 1300);
  nowMs += 300;
  watch.reportOpening(100 * 2 ** 20);
  calls = [call("second")];
  report(50, 1300);
  expect(names()).toEqual(["first", "process", "second", "process"]);
});

test("waits for memory to be released, then ends the next", () => {
  report(0, 100);
  calls = [call("a"), call("b")];
  report(50, 1100);
  report(50, 1120);
  expect(names()).toEqual(["b"]);
  report(700, 1150);
  expect(names()).toEqual(["b", "a"]);
});

test("far above the limit the process is ended without waiting", () => {
  report(0, 100);
  calls = [call("a")];
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
  calls = [call("a")];
  report(50, 990);
  report(10_000, 990);
  expect(ended).toEqual([]);
});
