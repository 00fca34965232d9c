import { expect, test } from "@jest/globals";
import { JobQueue } from "../../../src/service/jobs/job-queue.ts";
import { QueuedRun, type RunWork } from "../../../src/service/jobs/queued-run.ts";

const entry = { userName: "ada", priority: 0, length: 8 };

/** Runs until it is stopped. */
function endless(ends: unknown[], name: string): RunWork<string> {
  return {
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("interrupted")))),
    end: (how, hasBegun) => Promise.resolve(void ends.push([name, how, hasBegun])),
  };
}

test("a run ends with what its work gave, and the next one begins", async () => {
  const queue = new JobQueue({ perUser: 1 });
  const ends: unknown[] = [];
  for (const name of ["first", "second"])
    new QueuedRun<string>(queue, entry, {
      run: () => Promise.resolve(name),
      end: (how) => Promise.resolve(void ends.push(how)),
    }).start();
  expect([queue.running, queue.waiting]).toEqual([1, 1]);
  while (ends.length < 2) await new Promise(setImmediate);
  expect(ends).toEqual([{ value: "first" }, { value: "second" }]);
});

test("one that is stopped ends with the reason, whether it runs or waits", async () => {
  const queue = new JobQueue({ perUser: 1 });
  const ends: unknown[] = [];
  const [runs, waits] = ["runs", "waits"].map((name) => new QueuedRun(queue, entry, endless(ends, name)));
  runs!.start();
  waits!.start();
  const reason = new Error("killed");
  await waits!.stop(reason);
  expect(ends).toEqual([["waits", { error: reason }, false]]);
  await runs!.stop(reason);
  await queue.close();
  expect(ends.at(-1)).toEqual(["runs", { error: reason }, true]);
});

test("one whose end can't be noted while it waits waits on", async () => {
  const queue = new JobQueue({ perUser: 1 });
  new QueuedRun(queue, entry, endless([], "runs")).start();
  const waits = new QueuedRun<string>(queue, entry, {
    run: () => Promise.resolve(""),
    end: () => Promise.reject(new Error("no space")),
  });
  waits.start();
  await expect(waits.stop(new Error("killed"))).rejects.toThrow("no space");
  expect(queue.waiting).toBe(1);
});

test("work ends after the longest time of its queue, or its own", async () => {
  const queue = new JobQueue({ perUser: 2, longestMs: 20 });
  const ends: unknown[] = [];
  new QueuedRun(queue, entry, endless(ends, "long")).start();
  const own = new QueuedRun(queue, entry, endless(ends, "own"));
  own.start();
  own.limitTime(5, "execution", 5);
  await queue.close();
  expect(ends).toMatchObject([
    [
      "own",
      {
        error: {
          kind: "EXCEEDED_TIME_LIMIT",
          message: "Query exceeded the maximum execution time limit of 0.01s",
        },
      },
      true,
    ],
    [
      "long",
      {
        error: { kind: "EXCEEDED_TIME_LIMIT", message: "Query exceeded the maximum run time limit of 0.02s" },
      },
      true,
    ],
  ]);
});
