import { expect, test } from "@jest/globals";
import { withinTime, type TimeLimit } from "../../../src/engine/library/within-time.ts";
import { threadCpuMs } from "../../../src/system/threads/thread-cpu-ms.ts";
import { longTest } from "../../jest/short-form.ts";

/** Uses this much processor time. */
function busy(ms: number): void {
  for (const until = threadCpuMs() + ms; threadCpuMs() < until;);
}

function calls(each: (row: number) => void, rows: number, limit: TimeLimit): string {
  const done: number[] = [];
  try {
    withinTime("svc_f", rows, limit, (row) => {
      each(row);
      done.push(row);
    });
  } catch (error) {
    return `${(error as Error).message}, after ${done.join(" ")}`;
  }
  return done.join(" ");
}

test("each row runs once and in order, even if the chunk's time is extended", () => {
  expect(calls(() => undefined, 0, { chunkMs: 20 })).toBe("");
  expect(calls(() => busy(8), 12, { chunkMs: 20, rowMs: () => 60 })).toBe("0 1 2 3 4 5 6 7 8 9 10 11");
});

test("a row that does not end is an error, and the next chunk runs", () => {
  const never = (row: number): void => busy(row === 1 ? 60_000 : 0);
  expect(calls(never, 3, { chunkMs: 20 })).toBe(
    "svc!EXCEEDED_LIMIT!f took longer than 20 ms over 2 of 3 rows, after 0",
  );
  expect(calls(() => undefined, 2, { chunkMs: 20 })).toBe("0 1");
});

test("rows that end, but each too late, are an error", () => {
  expect(calls(() => busy(15), 2000, { chunkMs: 40, rowMs: () => 1 })).toMatch(
    /^svc!EXCEEDED_LIMIT!f took longer than \d\d ms over \d+ of 2000 rows, after/,
  );
});

longTest("a chunk never gets more than a second", () => {
  expect(calls(() => busy(200), 9, { chunkMs: 100, rowMs: () => 5000 })).toMatch(
    /f took longer than 1000 ms over/,
  );
});

test("an error of a row is rethrown", () => {
  const fails = (): void => {
    throw new Error("no such group");
  };
  expect(calls(fails, 1, { chunkMs: 20 })).toBe("no such group, after ");
});

test("a chunk whose time is over after its last row is done", () => {
  const numbers = new Float64Array(2e7);
  const asked: number[] = [];
  const rowMs = (row: number): number => {
    asked.push(row);
    return 1000;
  };
  // A native function is not ended midway: the time is over once it returns.
  const native = numbers.fill.bind(numbers, 1);
  for (let i = 0; i < 5; i++) withinTime("svc_f", 1, { chunkMs: 1, rowMs }, native);
  expect(asked.filter((row) => row > 0)).toEqual([]);
});
