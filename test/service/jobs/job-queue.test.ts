import { expect, test } from "@jest/globals";
import { JobQueue } from "../../../src/service/jobs/job-queue.ts";

/** Work that runs until it is let go. */
function held(name: string, log: string[]) {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const start = (): Promise<void> => {
    log.push(name);
    return gone;
  };
  return { start, letGo };
}

test("runs so many at a time, highest priority first, then oldest", async () => {
  const log: string[] = [];
  const queue = new JobQueue(2);
  const works = ["a", "b", "low", "normal 1", "high", "normal 2"].map((name) => held(name, log));
  const priorities = [0, 0, -1, 0, 2, 0];
  works.forEach((work, i) => queue.add(priorities[i] as number, work.start));
  expect(log).toEqual(["a", "b"]);
  expect([queue.running, queue.waiting]).toEqual([2, 4]);
  for (const work of works) {
    work.letGo();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await queue.close();
  expect(log).toEqual(["a", "b", "high", "normal 1", "normal 2", "low"]);
});

test("work that waits can leave, work that runs can't", () => {
  const log: string[] = [];
  const queue = new JobQueue(1);
  const first = held("first", log);
  const leaveFirst = queue.add(0, first.start);
  const leaveSecond = queue.add(0, held("second", log).start);
  expect([leaveFirst(), leaveSecond(), leaveSecond()]).toEqual([false, true, false]);
  first.letGo();
  expect(log).toEqual(["first"]);
});

test("a closed queue starts nothing more", async () => {
  const log: string[] = [];
  const queue = new JobQueue(1);
  const first = held("first", log);
  queue.add(0, first.start);
  queue.add(0, held("second", log).start);
  const closed = queue.close();
  first.letGo();
  await closed;
  expect(log).toEqual(["first"]);
});
