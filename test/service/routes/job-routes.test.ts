import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
const LONG = "select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = 1";

beforeAll(async () => {
  service = await startTestService({ concurrency: 2 });
  await service.post("/v3/database/create/test_db");
  const path = join(service.dataDir, "keys.json");
  const { keys } = JSON.parse(await readFile(path, "utf8")) as { keys: object[] };
  keys.push({ key: "2/0f1e2d3c4b5a69788796", permission: "query_only", user_name: "reader" });
  await writeFile(path, JSON.stringify({ keys }));
  await service.close();
  service = await startTestService({ concurrency: 2, dataDir: service.dataDir });
});

afterAll(() => service.remove());

async function issue(fields: Record<string, string>, type = "presto"): Promise<string> {
  const response = await service.post(`/v3/job/issue/${type}/test_db`, fields);
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as { job_id: string }).job_id;
}

async function status(id: string, wait = 0): Promise<string> {
  return (await service.json<{ status: string }>(`/v3/job/status/${id}?wait=${wait}`)).status;
}

describe("a job's end", () => {
  test("a quick job has finished by the first status request", async () => {
    const id = await issue({ query: "select 1" });
    expect(await service.json(`/v3/job/status/${id}`)).toMatchObject({ job_id: id, status: "success" });
  });

  test("the status shows the job as it ended, if that is asked for", async () => {
    const id = await issue({ query: "select 1" });
    const ended = await service.json<{ job: object }>(`/v3/job/status/${id}?wait=10&show=1`);
    expect(ended.job).toEqual(await service.json(`/v3/job/show/${id}`));
    expect(await service.json(`/v3/job/status/${id}`)).not.toHaveProperty("job");
    const long = await issue({ query: LONG });
    expect(await service.json(`/v3/job/status/${long}?wait=0&show=1`)).not.toHaveProperty("job");
    await service.post(`/v3/job/kill/${long}`);
  });

  test("a failure has its reason and position", async () => {
    const id = await issue({ query: "selec 1" }, "hive");
    expect(await status(id, 10)).toBe("error");
    expect(await service.json(`/v3/job/show/${id}`)).toMatchObject({
      type: "hive",
      status: "error",
      num_records: 0,
      result_size: 0,
      hive_result_schema: null,
      debug: { stderr: expect.stringMatching(/^SYNTAX_ERROR: line 1:1: .*selec/) },
    });
    expect((await service.request(`/v3/job/result/${id}`)).status).toBe(404);
  });

  test("session properties in comments before the statement are heeded, or named", async () => {
    const query =
      "-- set session parse_decimal_literals_as_double = true\n-- set session spill_enabled = true\nselect 7 / 2.0 as n";
    const id = await issue({ query });
    expect(await status(id, 10)).toBe("success");
    expect(await service.json(`/v3/job/show/${id}`)).toMatchObject({
      hive_result_schema: '[["n","double"]]',
      debug: {
        cmdout: expect.stringMatching(/\nthe session property 'spill_enabled' has no effect here\n1 rows\n/),
      },
    });
  });

  test("show has every field that clients read", async () => {
    const id = await issue({ query: "select 1 as n", priority: "1", retry_limit: "3" });
    await status(id, 10);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(await service.json(`/v3/job/show/${id}`)).toEqual({
      job_id: id,
      type: "presto",
      status: "success",
      database: "test_db",
      query: "select 1 as n",
      created_at: time,
      updated_at: time,
      start_at: time,
      end_at: time,
      duration: expect.any(Number),
      cpu_time: null,
      result_size: expect.any(Number),
      num_records: 1,
      hive_result_schema: '[["n","integer"]]',
      priority: 1,
      retry_limit: 3,
      result: "",
      url: `http://svc.test/v3/job/show/${id}`,
      user_name: "local",
      organization: null,
      linked_result_export_job_id: null,
      result_export_target_job_id: null,
      debug: { cmdout: expect.stringMatching(/^started at .*\n1 rows\nsuccess at .*\n$/), stderr: null },
    });
  });
});

describe("issuing", () => {
  test.each([
    ["/v3/job/issue/presto/None", { query: "select 1" }, 404, "Database None does not exist"],
    ["/v3/job/issue/presto/test_db", {}, 400, "The field query is required."],
    ["/v3/job/issue/pig/test_db", { query: "x" }, 400, "Unsupported job type pig"],
    ["/v3/job/issue/presto/test_db", { query: "x", priority: "3" }, 400, "priority must be -2 to 2, not 3."],
    [
      "/v3/job/issue/presto/test_db",
      { query: "x", priority: "high" },
      400,
      "priority must be a whole number",
    ],
    [
      "/v3/job/issue/presto/test_db",
      { query: "x", result: "s3://x" },
      422,
      "Result export (the field result)",
    ],
  ])("%s %p is a %i", async (path, fields, code, text) => {
    const response = await service.post(path, fields);
    expect(response.status).toBe(code);
    expect(((await response.json()) as { message: string }).message.slice(0, text.length)).toBe(text);
  });

  test("a urlencoded form is accepted, and unknown fields are ignored", async () => {
    const body = new URLSearchParams({ query: "select 1", engine_version: "stable", pool_name: "p" });
    const response = await service.request("/v3/job/issue/trino/test_db", { method: "POST", body });
    expect(response.status).toBe(200);
  });

  test("a domain key finds its job, per user", async () => {
    const id = await issue({ query: "select 1", domain_key: "mine/1" });
    const path = "/v3/job/status_by_domain_key/mine%2F1";
    expect(await service.json(path)).toMatchObject({ job_id: id });
    const headers = { authorization: "TD1 2/0f1e2d3c4b5a69788796" };
    expect((await service.request(path, { headers })).status).toBe(404);
    const body = new URLSearchParams({ query: "select 2", domain_key: "mine/1" });
    const other = await service.request("/v3/job/issue/presto/test_db", { method: "POST", headers, body });
    expect([other.status, await other.json()]).toMatchObject([200, { database: "test_db" }]);
  });

  test("a job can be issued with a JSON body and a scheduled_time", async () => {
    const response = await service.request("/v3/job/issue/presto/test_db?priority=1", {
      method: "POST",
      body: JSON.stringify({ query: "select 1 as n", retry_limit: 2, scheduled_time: 1700000000 }),
      headers: { "content-type": "application/json" },
    });
    const { job_id } = (await response.json()) as { job_id: string };
    expect(await service.json(`/v3/job/show/${job_id}`)).toMatchObject({ priority: 1, retry_limit: 2 });
    expect(await service.json("/v3/job/list/?from=0&to=0")).toMatchObject({ jobs: [{ job_id }] });
  });

  test("a domain key can be used once", async () => {
    const id = await issue({ query: "select 1", domain_key: "once" });
    const response = await service.post("/v3/job/issue/presto/test_db", {
      query: "select 1",
      domain_key: "once",
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ details: { conflicts_with: id } });
  });
});

describe("the queue", () => {
  test("a kill stops running jobs and drops waiting ones", async () => {
    const ids = [await issue({ query: LONG }), await issue({ query: LONG }), await issue({ query: LONG })];
    const [first = "", second = "", third = ""] = ids;
    while ((await status(second)) === "queued") await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await status(third)).toBe("queued");
    const answers = [third, first, second].map(async (id) =>
      (await service.post(`/v3/job/kill/${id}`)).json(),
    );
    expect(await Promise.all(answers)).toEqual([
      { job_id: third, former_status: "queued" },
      { job_id: first, former_status: "running" },
      { job_id: second, former_status: "running" },
    ]);
    expect(await Promise.all(ids.map((id) => status(id, 10)))).toEqual(["killed", "killed", "killed"]);
    expect(await (await service.post(`/v3/job/kill/${first}`)).json()).toEqual({
      job_id: first,
      former_status: "killed",
    });
  });

  test("higher priorities go first", async () => {
    const blockers = [await issue({ query: LONG }), await issue({ query: LONG })];
    const low = await issue({ query: "select 1", priority: "-2" });
    const high = await issue({ query: "select 1", priority: "2" });
    await Promise.all(blockers.map((id) => service.post(`/v3/job/kill/${id}`)));
    await Promise.all([status(low, 10), status(high, 10)]);
    const journal = (await readFile(join(service.dataDir, "jobs.jsonl"), "utf8")).split("\n");
    const started = (id: string): number =>
      journal.findIndex((line) => line.includes("running") && line.includes(`"id":"${id}"`));
    expect(started(high)).toBeLessThan(started(low));
  });
});

describe("list", () => {
  test("is newest first, in pages, filtered by status", async () => {
    const list = (query: string) =>
      service.json<{ count: number; from: number; to: number; jobs: { job_id: string; status: string }[] }>(
        `/v3/job/list?${query}`,
      );
    const all = await list("from=0&to=1000");
    const ids = all.jobs.map(({ job_id }) => Number(job_id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(await list("from=1&to=2")).toMatchObject({ count: 2, from: 1, to: 2, jobs: all.jobs.slice(1, 3) });
    expect((await list("from=0")).jobs.length).toBe(Math.min(20, ids.length));
    expect((await list("from=0&status=killed")).jobs.every(({ status: text }) => text === "killed")).toBe(
      true,
    );
    expect((await list("from=1000")).jobs).toEqual([]);
  });
});

describe("a query_only key", () => {
  const asReader = { headers: { authorization: "TD1 2/0f1e2d3c4b5a69788796" } };
  const issueAsReader = async (query: string): Promise<string> => {
    const body = new URLSearchParams({ query });
    const response = await service.request("/v3/job/issue/presto/test_db", {
      ...asReader,
      method: "POST",
      body,
    });
    return ((await response.json()) as { job_id: string }).job_id;
  };

  test("can query, sees its permission, and can't write by SQL or by route", async () => {
    const id = await issueAsReader("select 1");
    expect(await status(id, 10)).toBe("success");
    expect(await service.json("/v3/database/list", asReader)).toMatchObject({
      databases: [{ permission: "query_only" }],
    });
    const writing = await issueAsReader("create table forbidden (a bigint)");
    expect(await status(writing, 10)).toBe("error");
    for (const path of [
      "/v3/database/create/more",
      "/v3/table/create/test_db/more/log",
      "/v3/bulk_import/create/a/test_db/b",
    ]) {
      expect((await service.request(path, { ...asReader, method: "POST" })).status).toBe(403);
    }
  });

  test("kills its own jobs only", async () => {
    const mine = await issueAsReader(LONG);
    const other = await issue({ query: LONG });
    const kill = (id: string) => service.request(`/v3/job/kill/${id}`, { ...asReader, method: "POST" });
    expect([(await kill(mine)).status, (await kill(other)).status]).toEqual([200, 403]);
    await service.post(`/v3/job/kill/${other}`);
  });
});

test.each(["/v3/job/show/999", "/v3/job/status/999", "/v3/job/result/999", "/v3/job/show/abc"])(
  "%s is a 404",
  async (path) => {
    expect((await service.request(path)).status).toBe(404);
  },
);
