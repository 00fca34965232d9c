import { expect, test } from "@jest/globals";
import { abortableSleep } from "../../../src/system/abortable.ts";
import { UploadError } from "../../../src/core/errors.ts";
import { interrupt_all, interruptible } from "../../../src/core/interrupt/interrupt.ts";

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
