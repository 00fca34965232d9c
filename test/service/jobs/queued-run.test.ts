import { expect, test } from "@jest/globals";
import { JobQueue } from "../../../src/service/jobs/job-queue.ts";
import { QueuedRun, type RunWork } from "../../../src/service/jobs/queued-run.ts";

const entry = { userName: "ada", priority: 0 };

/** Runs until it is stopped. */
function endless(ends: unknown[], name: string): RunWork<string> {
  return {
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("interrupted")))),
    end: (how, hasBegun) => Promise.resolve(void ends.push([name, how, hasBegun])),
  };
}

test("a run ends with its work's result, and the next one starts", async () => {
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

test("a stopped run ends with the reason, running or waiting", async () => {
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

test("a stop that comes when the work is done is too late: what it wrote stays", async () => {
  const queue = new JobQueue({ perUser: 1 });
  const ends: unknown[] = [];
  new QueuedRun<string>(queue, entry, {
    run: (own) => {
      own.stopWork(new Error("killed"));
      return Promise.resolve("INSERT: 3 rows");
    },
    end: (how) => Promise.resolve(void ends.push(how)),
  }).start();
  await queue.close();
  expect(ends).toEqual([{ value: "INSERT: 3 rows" }]);
});

test("a waiting run whose end can't be stored keeps waiting", async () => {
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

test("work ends at the time limit of its queue, or its own", async () => {
  const queue = new JobQueue({ perUser: 2, longestMs: 400 });
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
        error: { kind: "EXCEEDED_TIME_LIMIT", message: "Query exceeded the maximum run time limit of 0.40s" },
      },
      true,
    ],
  ]);
});
