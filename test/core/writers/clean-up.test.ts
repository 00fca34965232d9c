import { expect, jest, test } from "@jest/globals";
import { creationSignal } from "../../../src/core/writers/clean-up.ts";

test("a request that creates something ends five seconds after the abort, not at once", () => {
  const waited: AbortController[] = [];
  const timeout = jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(5_000);
    const over = new AbortController();
    waited.push(over);
    return over.signal;
  });
  const stopped = new AbortController();
  const signal = creationSignal(stopped.signal);
  stopped.abort(new Error("Stop"));
  expect(signal.aborted).toBe(false);
  waited[0]?.abort();
  expect(signal.reason).toEqual(new Error("Stop"));
  timeout.mockRestore();
});

test("none begins after the abort", () => {
  expect(creationSignal(AbortSignal.abort()).aborted).toBe(true);
});
