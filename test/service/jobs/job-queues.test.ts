import { expect, test } from "@jest/globals";
import { JobQueues } from "../../../src/service/jobs/job-queues.ts";

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
