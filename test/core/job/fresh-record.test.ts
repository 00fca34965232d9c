import { expect, test } from "@jest/globals";
import { NotFoundError } from "../../../src/core/errors.ts";
import type { Transport } from "../../../src/core/http/transport.ts";
import { freshRecord, onceKnown, pollIntervalsMs } from "../../../src/core/job/fresh-record.ts";

/** A transport that notes how long it waits, and waits not at all. */
function hasty(echoesRequestIds = false): { transport: Transport; waits: number[] } {
  const waits: number[] = [];
  const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
  return { transport: { options: { sleep }, echoesRequestIds } as unknown as Transport, waits };
}

const answers = <T>(...values: readonly (T | Error)[]) => {
  const rest = [...values];
  return () => {
    const next = rest.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as T);
  };
};

test("a record that lags behind is read again, with growing waits", async () => {
  const { transport, waits } = hasty();
  const record = await freshRecord(
    transport,
    answers("running", "running", "success"),
    (one) => one === "running",
  );
  expect(record).toBe("success");
  expect(waits).toHaveLength(2);
  expect(waits[1]).toBeGreaterThan(waits[0]!);
});

test("one that stays behind is taken as it is, after some twenty seconds of waits", async () => {
  const { transport, waits } = hasty();
  expect(
    await freshRecord(
      transport,
      () => Promise.resolve("running"),
      () => true,
    ),
  ).toBe("running");
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20_000);
});

const unknown = new NotFoundError("no job 7", { status: 404 } as never);

test("a job that was just issued may not be there at once", async () => {
  expect(await onceKnown(hasty().transport, answers<string>(unknown, "job 7"))).toBe("job 7");
});

test("a service that echoes the ids of requests knows its jobs at once", async () => {
  const { transport, waits } = hasty(true);
  await expect(onceKnown(transport, answers<string>(unknown, "job 7"))).rejects.toBe(unknown);
  expect(waits).toEqual([]);
});

test("polls are frequent at first", () => {
  const intervals = pollIntervalsMs();
  expect(Array.from({ length: 13 }, () => intervals.next().value)).toEqual([
    50, 75, 113, 169, 253, 380, 570, 854, 1281, 1922, 2883, 4325, 5000,
  ]);
});
