import { expect, test } from "@jest/globals";
import { JobQueue, JobQueues } from "../../../src/service/jobs/job-queue.ts";

const MINE = { userName: "me", priority: 0 };
const YOURS = { ...MINE, userName: "you" };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until it is released. */
function held(name: string, log: string[]) {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const start = (): Promise<void> => {
    log.push(name);
    return gone;
  };
  return { start, letGo };
}

test("runs a limited number at a time, highest priority first, then oldest", async () => {
  const log: string[] = [];
  const queue = new JobQueue({ perUser: 2 });
  const works = ["a", "b", "low", "normal 1", "high", "normal 2"].map((name) => held(name, log));
  const priorities = [0, 0, -1, 0, 2, 0];
  works.forEach((work, i) => queue.add({ ...MINE, priority: priorities[i] as number }, work.start));
  expect(log).toEqual(["a", "b"]);
  expect([queue.running, queue.waiting]).toEqual([2, 4]);
  for (const work of works) {
    work.letGo();
    await turn();
  }
  await queue.close();
  expect(log).toEqual(["a", "b", "high", "normal 1", "normal 2", "low"]);
});

test("waiting work can leave the queue, running work can't", () => {
  const log: string[] = [];
  const queue = new JobQueue({ perUser: 1 });
  const first = held("first", log);
  const leaveFirst = queue.add(MINE, first.start);
  const leaveSecond = queue.add(MINE, held("second", log).start);
  expect([leaveFirst(), leaveSecond(), leaveSecond()]).toEqual([false, true, false]);
  first.letGo();
  expect(log).toEqual(["first"]);
});

test("a closed queue starts nothing more", async () => {
  const log: string[] = [];
  const queue = new JobQueue({ perUser: 1 });
  const first = held("first", log);
  queue.add(MINE, first.start);
  queue.add(MINE, held("second", log).start);
  const closed = queue.close();
  first.letGo();
  await closed;
  expect(log).toEqual(["first"]);
});

test("one user can't take all slots, and the next slot goes to the user with fewest running", async () => {
  const log: string[] = [];
  const queue = new JobQueue({ perUser: 2, total: 3 });
  const flood = ["mine 1", "mine 2", "mine 3", "mine 4"].map((name) => held(name, log));
  for (const { start } of flood) queue.add({ ...MINE, priority: 2 }, start);
  expect(log).toEqual(["mine 1", "mine 2"]);
  const other = ["yours 1", "yours 2"].map((name) => held(name, log));
  for (const { start } of other) queue.add(YOURS, start);
  expect(log).toEqual(["mine 1", "mine 2", "yours 1"]);
  flood[0]?.letGo();
  await turn();
  // Each user has one running: priority decides.
  expect(log.slice(3)).toEqual(["mine 3"]);
  flood[1]?.letGo();
  flood[2]?.letGo();
  await turn();
  expect(log.slice(4)).toEqual(["mine 4", "yours 2"]);
  for (const { letGo } of [...flood, ...other]) letGo();
  await queue.close();
});

test("waiting statements are limited per user", () => {
  const queue = new JobQueue({ perUser: 1, waiting: 2 });
  const never = (): Promise<void> => new Promise(() => undefined);
  for (let i = 0; i < 2; i++) queue.add(MINE, never);
  queue.checkRoom("me");
  queue.add(MINE, never);
  expect(() => queue.checkRoom("me")).toThrow("2 of your statements are queued already");
  queue.checkRoom("you");
});

test("statements that wait for a cluster occupy no slot of the embedded engine, and vice versa", async () => {
  const queues = new JobQueues({ embedded: 1, cluster: 2 }, ["presto"]);
  const began: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const add = (dialect: "presto" | "hive" | null, name: string, userName = "one"): void =>
    void queues.of(dialect).add({ userName, priority: 0 }, () => (began.push(name), ended));

  for (const name of ["presto 1", "presto 2", "presto 3"]) add("presto", name);
  add("hive", "hive 1");
  add(null, "a load");
  add("presto", "presto of another", "two");
  expect(began).toEqual(["presto 1", "presto 2", "hive 1", "presto of another"]);
  expect([...queues.entries()].map(([engine, { running, waiting }]) => [engine, running, waiting])).toEqual([
    ["embedded", 1, 1],
    ["presto", 3, 1],
  ]);
  expect([queues.running, queues.waiting]).toEqual([4, 2]);

  const closed = queues.close();
  end();
  await closed;
  expect(began).toHaveLength(4);
});
