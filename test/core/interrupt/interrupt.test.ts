import { expect, test } from "@jest/globals";
import { abortableSleep } from "../../../src/system/abortable.ts";
import { UploadError } from "../../../src/core/errors.ts";
import {
  ClientOperations,
  interrupt_all,
  interruptible,
  interruptibleParts,
} from "../../../src/core/interrupt/interrupt.ts";

test("an operation that is not interrupted gives its value, or its error", async () => {
  expect(await interruptible(() => Promise.resolve(7))).toBe(7);
  await expect(interruptible(() => Promise.reject(new RangeError("x")))).rejects.toThrow(new RangeError("x"));
  expect(interrupt_all()).toBe(0);
});

test("all running operations are interrupted; a nested one is not counted twice", async () => {
  const step = (signal: AbortSignal): Promise<void> =>
    interruptible((inner) => abortableSleep(60_000, inner), signal);
  const two = [interruptible(step), interruptible(step)];
  expect(interrupt_all()).toBe(2);
  for (const running of two) {
    await expect(running).rejects.toMatchObject({
      name: "InterruptedError",
      message: expect.stringMatching(/^interrupted after \d\.\d s$/) as unknown,
      jobId: null,
    });
  }
  expect(interrupt_all()).toBe(0);
});

test("the caller's signal interrupts its operation, and the error says what was done", async () => {
  const controller = new AbortController();
  const run = interruptible(async (signal) => {
    await abortableSleep(60_000, signal).catch(() => {});
    throw new UploadError("3 of 9 rows are in db1.t", 3);
  }, controller.signal);
  controller.abort();
  await expect(run).rejects.toMatchObject({
    name: "InterruptedError",
    message: expect.stringMatching(/^interrupted after \d\.\d s: 3 of 9 rows are in db1\.t$/) as unknown,
    cause: { rowsWritten: 3 },
  });
});

test("a signal that is already aborted prevents the start", async () => {
  let started = false;
  const run = interruptible(() => {
    started = true;
    return Promise.resolve();
  }, AbortSignal.abort());
  await expect(run).rejects.toMatchObject({ name: "InterruptedError" });
  expect(started).toBe(false);
});

test("ending a loop stops the wait for its next value", async () => {
  const parts = interruptibleParts(async function* (signal) {
    yield 1;
    await abortableSleep(60_000, signal);
    yield 2;
  });
  expect(await parts.next()).toEqual({ done: false, value: 1 });
  const waiting = expect(parts.next()).rejects.toMatchObject({ name: "InterruptedError" });
  expect(await parts.return(undefined)).toEqual({ done: true, value: undefined });
  await waiting;
  expect(interrupt_all()).toBe(0);
});

test("a loop that is stopped between two values ends at once, and its next call throws", async () => {
  const ended: string[] = [];
  const parts = interruptibleParts(async function* () {
    try {
      yield await Promise.resolve(1);
      yield 2;
    } finally {
      ended.push("ended");
    }
  });
  expect(await parts.next()).toEqual({ done: false, value: 1 });
  expect(interrupt_all()).toBe(1);
  await expect(parts.next()).rejects.toMatchObject({ name: "InterruptedError" });
  expect(ended).toEqual(["ended"]);
  expect(await parts.next()).toEqual({ done: true, value: undefined });
});

test("whoever closes a client, once or twice, is told when its operations have ended", async () => {
  const operations = new ClientOperations();
  const told: string[] = [];
  const work = interruptible(
    (signal) =>
      new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut")))),
    undefined,
    operations,
  );
  operations.stop(new Error("closed"), () => told.push("first"));
  operations.stop(new Error("closed"), () => told.push("second"));
  expect(told).toEqual([]);
  await expect(work).rejects.toMatchObject({ name: "InterruptedError" });
  expect(told).toEqual(["first", "second"]);
  operations.stop(new Error("closed"), () => told.push("third"));
  expect(told).toEqual(["first", "second", "third"]);
});
