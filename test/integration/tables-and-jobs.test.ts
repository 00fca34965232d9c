import { expect, test } from "@jest/globals";
import { connect, create_engine, read_svc_query } from "../../src/core/pandas-td.ts";
import { ENDLESS } from "../service/helpers/endless-statement.ts";
import { runningService } from "./lib/running-service.ts";

// The table and job objects against the local service, over a real socket.

const svc = runningService();

test("a table is created with columns, filled in every mode, and deleted", async () => {
  const visits = await svc.con.get_table("db1", "visits");
  expect(await visits.exists()).toBe(false);
  await visits.create(["host", "n", "tags"], ["varchar", "bigint", "array(varchar)"]);
  expect(await visits.exists()).toBe(true);
  expect((await visits.describe()).schema).toEqual([
    { name: "host", type: "string" },
    { name: "n", type: "long" },
    { name: "tags", type: "array<string>" },
  ]);
  const hosts = async (): Promise<unknown[]> =>
    (await svc.con.query("select host from visits order by host")).array("host") as unknown[];
  await visits.import_dataframe([{ host: "a", n: 1 }], { if_exists: "append" });
  expect(await hosts()).toEqual(["a"]);
  await visits.import_dataframe([{ host: "b", n: 2 }], { if_exists: "append", fmt: "msgpack" });
  expect(await hosts()).toEqual(["a", "b"]);
  await visits.import_dataframe([{ host: "c", n: 3 }], { if_exists: "ignore" });
  expect(await hosts()).toEqual(["a", "b"]);
  await visits.import_dataframe([{ host: "d", n: 4 }], { if_exists: "replace", writer: "insert_into" });
  expect(await hosts()).toEqual(["d"]);
  await expect(visits.import_dataframe([{ host: "e" }])).rejects.toMatchObject({
    name: "AlreadyExistsError",
  });
  await expect(visits.create()).rejects.toMatchObject({ name: "AlreadyExistsError" });
  await expect(visits.create(["a"], ["bigint"])).rejects.toMatchObject({ name: "QueryError" });
  await visits.delete();
  expect(await visits.exists()).toBe(false);
});

test("a finished job: status, times and result", async () => {
  const engine = create_engine("presto:db1", svc.con);
  await read_svc_query("select n, n * n as square from unnest(sequence(1, 3)) t(n) order by n", engine);
  const [listed] = await svc.con.list_jobs({ to: 1 });
  const job = await svc.con.get_job(listed?.job_id ?? 0);
  expect([job.status, job.finished, job.percent, job.num_records]).toEqual(["success", true, 100, 3]);
  expect(job.result_schema).toEqual([
    { name: "n", type: "bigint" },
    { name: "square", type: "bigint" },
  ]);
  expect(job.debug?.cmdout).toMatch(/^started at .*\n(.*\n)*success at .*\n$/);
  expect((await job.result()).objects()).toEqual([
    { n: 1, square: 1 },
    { n: 2, square: 4 },
    { n: 3, square: 9 },
  ]);
});

test("a running job: polled, waited for until the timeout, and killed; result() fails", async () => {
  const running = svc.con.query(ENDLESS, { force_job: true }).catch((error: unknown) => error);
  let job;
  do [job] = await svc.con.list_jobs({ to: 1, status: "running" });
  while (job === undefined);
  expect(await job.poll()).toBe("running");
  const seen: unknown[] = [];
  await expect(
    job.wait({ timeout: 1, wait_interval: 0.01, wait_callback: ({ status }) => seen.push(status) }),
  ).rejects.toMatchObject({ name: "TimeoutError" });
  expect(seen[0]).toBe("running");
  await job.kill();
  await job.wait();
  expect([job.status, job.finished]).toEqual(["killed", true]);
  await expect(job.result()).rejects.toMatchObject({
    name: "QueryError",
    jobId: job.job_id,
    sql: expect.anything() as unknown,
  });
  await job.kill();
  expect((await svc.con.get_job(job.job_id)).status).toBe("killed");
  expect(await running).toMatchObject({ name: "QueryError" });
});

test("a query with an engine object uses its connection, database and type", async () => {
  const other = connect("1/wrong", svc.service.url, { database: "nowhere" });
  const table = await other.query("select 7 / 2 as n", { engine: create_engine("hive:db1", svc.con) });
  expect(table.objects()).toEqual([{ n: 3.5 }]);
  const direct = await other.query("select 7 / 2 as n", { engine: create_engine("presto:db1", svc.con) });
  expect(direct.objects()).toEqual([{ n: 3 }]);
});

test("two notebooks that create the same database at once", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => svc.con.create_database_if_not_exists("shared_db")));
  expect(answers.filter(Boolean)).toHaveLength(1);
});
