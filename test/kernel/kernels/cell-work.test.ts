import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { UsageError } from "../../../src/core/errors.ts";
import { CellWork, lostRejection, lostThrow } from "../../../src/kernel/kernels/cell-work.ts";

test("the end of a cell waits for all work, also for what that starts", async () => {
  const work = new CellWork();
  const log: string[] = [];
  work.start(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push("first");
    work.start(() => Promise.resolve(void log.push("second")));
  });
  await work.end();
  expect(log).toEqual(["first", "second"]);
  await work.end();
});

test("the first error is the cell's, after all work has ended, and not the next cell's", async () => {
  const work = new CellWork();
  const log: string[] = [];
  work.start(() => Promise.reject(new Error("one")));
  work.start(() => Promise.reject(new Error("two")));
  work.start(() => Promise.resolve(void log.push("three")));
  await expect(work.end()).rejects.toThrow("one");
  expect(log).toEqual(["three"]);
  await work.end();
});

test("work that fails with nothing fails the cell too", async () => {
  const work = new CellWork();
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a cell may
  work.start(() => Promise.reject(undefined));
  await expect(work.end()).rejects.toBeUndefined();
});

test("the work of a cell that failed is forgotten", async () => {
  const work = new CellWork();
  work.start(() => Promise.reject(new Error("one")));
  work.drop();
  await work.end();
});

test.each<[unknown, string]>([
  [new UsageError("no file"), "UsageError: no file"],
  ["text", "'text'"],
  [undefined, "undefined"],
])("an error that nothing handles, %p, is told as %s", (error, text) => {
  expect(lostRejection(error, inspect)).toBe(`a promise that nothing awaits failed: ${text}\n`);
  expect(lostThrow(error, inspect)).toBe(`nothing caught an error: ${text}\n`);
});
