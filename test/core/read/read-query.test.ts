import { describe, expect, test } from "@jest/globals";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/connect.ts";
import { interrupt_all } from "../../../src/core/interrupt/interrupt.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { create_engine, type EngineOptions } from "../../../src/core/query-engine.ts";
import { read_svc, read_svc_query, type ReadQueryOptions } from "../../../src/core/read/read-query.ts";
import { onProgress, type ProgressEvent } from "../../../src/core/progress.ts";
import { sql } from "../../../src/core/sql/sql-template.ts";
import { fakeService, jobReply, TWO_ROWS } from "../helpers/fake-service.ts";
import type { HttpServer } from "../helpers/http-server.ts";
import { longTest } from "../../jest/short-form.ts";

function client(service: HttpServer): Client {
  return connect("1/key", service.url);
}

function calls(service: HttpServer): string[] {
  return service.seen.map(({ method, url }) => `${method} ${url}`);
}

test("a query is issued as a job, polled, and its result read", async () => {
  await using service = await fakeService(TWO_ROWS, { polls: 1 });
  const table = await read_svc_query("select * from t", create_engine("presto:db1", client(service)), {
    index_col: "id",
  });
  expect(table.objects()).toEqual([
    { id: 1, name: "a" },
    { id: 2, name: null },
  ]);
  expect(table.index).toEqual(["id"]);
  expect(table.types).toEqual({ id: "bigint", name: "varchar" });
  expect(calls(service)).toEqual([
    "POST /v3/job/issue/presto/db1",
    "GET /v3/job/status/42",
    "GET /v3/job/status/42",
    "GET /v3/job/show/42",
    "GET /v3/job/result/42?format=msgpack.gz",
  ]);
  expect(service.seen[0]?.headers["authorization"]).toBe("TD1 1/key");
});

describe("comments above the statement", () => {
  const broadcast = "-- set session join_distribution_type = 'BROADCAST'\n";
  const partitioned = "-- set session join_distribution_type = 'PARTITIONED'\n";

  test.each<[string, EngineOptions, ReadQueryOptions, RegExp | string]>([
    [
      "presto",
      {},
      {},
      /^-- client: svclib\/[\d.]+ \(node\/[\d.]+\)\n-- read_svc_query\n-- set session join_distribution_type = 'BROADCAST'\nselect 1$/,
    ],
    [
      "presto",
      { header: "my\napp" },
      { distributed_join: true },
      `-- my app\n-- read_svc_query\n${partitioned}select 1`,
    ],
    ["presto", { header: false }, {}, "select 1"],
    ["presto", { header: false }, { distributed_join: true }, `${partitioned}select 1`],
    ["presto", { header: "x" }, { distributed_join: false }, `-- x\n-- read_svc_query\n${broadcast}select 1`],
    ["hive", { header: "x" }, {}, "-- x\n-- read_svc_query\nselect 1"],
  ])("%s with %j and %j", async (type, engineOptions, options, expected) => {
    await using service = await fakeService(TWO_ROWS);
    await read_svc("select 1", create_engine(`${type}:db1`, client(service), engineOptions), options);
    const query = new URLSearchParams(service.seen[0]?.body.toString()).get("query");
    if (typeof expected === "string") expect(query).toBe(expected);
    else expect(query).toMatch(expected);
  });

  test("a distributed join is for presto", async () => {
    const engine = create_engine("hive:db1", connect("1/k", "http://127.0.0.1:1"));
    await expect(read_svc_query("select 1", engine, { distributed_join: true })).rejects.toThrow(
      "distributed_join is for presto engines; this one is hive",
    );
  });
});

test("params are sent with the job", async () => {
  await using service = await fakeService(TWO_ROWS);
  const params = {
    db: "other",
    priority: "very high",
    retry_limit: 2,
    result_url: "x://y",
    engine_version: "stable",
  };
  await read_svc_query("select 1", create_engine("hive:db1", client(service), { header: false }), { params });
  expect(service.seen[0]?.url).toBe("/v3/job/issue/hive/other");
  expect([...new URLSearchParams(service.seen[0]?.body.toString())]).toEqual([
    ["query", "select 1"],
    ["engine_version", "stable"],
    ["result", "x://y"],
    ["priority", "2"],
    ["retry_limit", "2"],
    ["domain_key", expect.stringMatching(/^svc-[0-9a-f-]{36}$/)],
  ]);
});

test("the job is polled every wait_interval, and the callback is called", async () => {
  const slept: number[] = [];
  const warnings: string[] = [];
  await using service = await fakeService(TWO_ROWS, { polls: 2 });
  const con = connect("1/k", service.url, { sleep: (ms) => Promise.resolve(void slept.push(ms)) });
  const wait_callback = (job: Job): void => void warnings.push(`${job.job_id} ${job.status}`);
  await read_svc_query("select 1", create_engine("presto:db1", con), {
    params: { wait_interval: 3, wait_callback },
  });
  expect(slept).toEqual([3000, 3000]);
  expect(warnings).toEqual(["42 running", "42 running"]);
});

test("without an interval the polls grow rarer, up to 5 s", async () => {
  const slept: number[] = [];
  await using service = await fakeService(TWO_ROWS, { polls: 14 });
  const con = connect("1/k", service.url, { sleep: (ms) => Promise.resolve(void slept.push(ms)) });
  await read_svc_query("select 1", create_engine("presto:db1", con));
  expect(slept).toEqual([50, 75, 113, 169, 253, 380, 570, 854, 1281, 1922, 2883, 4325, 5000, 5000]);
});

longTest("more than a thousand polls do not overflow the stack", async () => {
  await using service = await fakeService(TWO_ROWS, { polls: 1200 });
  const con = connect("1/k", service.url, { sleep: () => Promise.resolve() });
  expect((await read_svc_query("select 1", create_engine("presto:db1", con))).numRows()).toBe(2);
});

describe("a job that fails", () => {
  test.each<[string, object, object]>([
    [
      "with a message and a place",
      {
        debug: {
          cmdout: "",
          stderr: "Query 2024_x failed: line 5:3: Column 'nope' cannot be resolved\n  at Foo",
        },
      },
      {
        message: "presto job 42 failed: Query 2024_x failed: line 2:3: Column 'nope' cannot be resolved",
        line: 2,
        column: 3,
      },
    ],
    [
      "with its words in the log only",
      { debug: { cmdout: "started\nFAILED: SemanticException Line 1:7 x\n", stderr: "" } },
      { message: "presto job 42 failed: FAILED: SemanticException Line 1:7 x", line: null, column: null },
    ],
    ["without a word", { debug: null }, { message: "presto job 42 failed: the service gave no reason" }],
    ["by being killed", { status: "killed", debug: null }, { message: "presto job 42 was killed" }],
  ])("%s", async (_name, fields, expected) => {
    const reply = jobReply("42", TWO_ROWS, { status: "error", ...fields });
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) => (/\/(status|show)\//.test(url) ? { body: reply } : undefined),
    });
    await expect(
      read_svc_query("select\n  nope", create_engine("presto:db1", client(service))),
    ).rejects.toMatchObject({
      name: "QueryError",
      sql: "select\n  nope",
      jobId: 42,
      engine: "presto",
      ...expected,
    });
  });
});

describe("a result", () => {
  test("with duplicate column names keeps both", async () => {
    await using service = await fakeService({
      schema: [
        ["a", "int"],
        ["a", "int"],
        ["a_2", "int"],
      ],
      rows: [[1, 2, 3]],
    });
    const table = await read_svc_query("select 1", create_engine("presto:db1", client(service)));
    expect(table.objects()).toEqual([{ a: 1, a_3: 2, a_2: 3 }]);
  });
});

describe("an abort", () => {
  test("kills the job", async () => {
    await using service = await fakeService(TWO_ROWS, { polls: 1e9 });
    const read = read_svc_query("select 1", create_engine("presto:db1", client(service)));
    setTimeout(() => expect(interrupt_all()).toBe(1), 100);
    await expect(read).rejects.toMatchObject({
      name: "InterruptedError",
      jobId: 42,
      engine: "presto",
      message: expect.stringMatching(/^interrupted: presto job 42 was killed after \d\.\d s$/) as unknown,
    });
    expect(calls(service).at(-1)).toBe("POST /v3/job/kill/42");
    expect(interrupt_all()).toBe(0);
  });

  test("during the download leaves the finished job alone, and says so", async () => {
    const controller = new AbortController();
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) => {
        if (url.startsWith("/v3/job/result/")) controller.abort();
        return undefined;
      },
    });
    const engine = create_engine("presto:db1", client(service));
    await expect(read_svc_query("select 1", engine, { signal: controller.signal })).rejects.toMatchObject({
      name: "InterruptedError",
      jobId: 42,
      message: expect.stringMatching(
        /^interrupted after \d\.\d s; presto job 42 had finished, and its result can still be read$/,
      ) as unknown,
    });
    expect(calls(service)).not.toContain("POST /v3/job/kill/42");
  });

  test("during the issue kills the job once its id is known", async () => {
    const controller = new AbortController();
    await using service = await fakeService(TWO_ROWS, {
      override: async ({ url }) => {
        if (!url.startsWith("/v3/job/issue/")) return undefined;
        controller.abort();
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { body: { job_id: 42 } };
      },
    });
    const read = read_svc_query("select 1", create_engine("presto:db1", client(service)), {
      signal: controller.signal,
    });
    await expect(read).rejects.toMatchObject({ name: "InterruptedError", jobId: 42 });
    expect(calls(service)).toEqual(["POST /v3/job/issue/presto/db1", "POST /v3/job/kill/42"]);
  });

  test("after an abort, the error says if the job could not be killed", async () => {
    const controller = new AbortController();
    await using service = await fakeService(TWO_ROWS, {
      polls: 1e9,
      override: ({ url }) => {
        if (url.startsWith("/v3/job/status/")) controller.abort();
        return url.startsWith("/v3/job/kill/") ? { status: 403, body: { message: "no" } } : undefined;
      },
    });
    const read = read_svc_query("select 1", create_engine("presto:db1", client(service)), {
      signal: controller.signal,
    });
    await expect(read).rejects.toThrow(
      /^interrupted after \d\.\d s, but presto job 42 could not be killed and may go on$/,
    );
  });

  test("before the start sends no request", async () => {
    await using service = await fakeService(TWO_ROWS);
    const read = read_svc_query("select 1", create_engine("presto:db1", client(service)), {
      signal: AbortSignal.abort(),
    });
    await expect(read).rejects.toMatchObject({ name: "InterruptedError", jobId: null });
    expect(service.seen).toEqual([]);
  });
});

test.each([
  [
    "whose status can't be had any more",
    "/v3/job/status/42",
    [
      ["job", "running"],
      ["job", "lost", true],
    ],
  ],
  ["whose result can't be read", "/v3/job/result/42?format=msgpack.gz", [["download", "failed", true]]],
])("the last progress event of a job %s says so", async (_what, path, last) => {
  const events: ProgressEvent[] = [];
  const dispose = onProgress((event) => events.push(event));
  let asked = 0;
  await using service = await fakeService(TWO_ROWS, {
    polls: 1,
    override: ({ url }) =>
      url === path && (path.includes("result") || ++asked > 1)
        ? { status: 410, body: { error: "gone" } }
        : undefined,
  });
  const read = read_svc_query(
    "select 1",
    create_engine("presto:db1", client(service), { show_progress: true }),
  );
  await expect(read).rejects.toThrow("gone");
  dispose();
  const reported = events.map(({ kind, state, done }) =>
    [kind, state, done].filter((field) => field !== undefined),
  );
  expect(reported.slice(-last.length)).toEqual(last);
});

test("progress is reported, unless the engine is quiet", async () => {
  for (const show_progress of [5, false]) {
    const events: ProgressEvent[] = [];
    const dispose = onProgress((event) => events.push(event));
    await using service = await fakeService(TWO_ROWS, {
      polls: 1,
      override: ({ url }) =>
        url === "/v3/job/status/42" && events.length === 0 && show_progress
          ? { body: { job_id: "42", status: "running", percent: 40 } }
          : undefined,
    });
    // A clock that stands: a slow download would report more often.
    const con = connect("1/key", service.url, { now: () => 0 });
    await read_svc_query("select 1", create_engine("presto:db1", con, { show_progress }));
    dispose();
    const reported = events.map(({ elapsedMs: _elapsedMs, ...event }) => event);
    expect(reported).toEqual(
      show_progress === false
        ? []
        : [
            { kind: "job", jobId: 42, engine: "presto", state: "running", percent: 40 },
            { kind: "job", jobId: 42, engine: "presto", state: "running" },
            { kind: "job", jobId: 42, engine: "presto", state: "success", percent: 100, done: true },
            {
              kind: "download",
              jobId: 42,
              engine: "presto",
              bytes: expect.any(Number) as unknown,
              totalBytes: expect.any(Number) as unknown,
              rows: 2,
              percent: 100,
              done: true,
            },
          ],
    );
  }
});

test.each<[unknown, object, string]>([
  ["", {}, "the query is empty"],
  ["  \n", {}, "the query is empty"],
  [5, {}, "the query must be text, not number"],
  [
    "select 1",
    { indexCol: "a" },
    "read_svc_query has no option indexCol; it has distributed_join, params, index_col, parse_dates, limit, signal",
  ],
  [
    "select 1",
    { params: { type: "hive" } },
    "params.type is not allowed: the query type comes from the engine",
  ],
])("%j with %j is refused before anything is sent", async (query, options, message) => {
  const engine = create_engine("presto:db1", connect("1/k", "http://127.0.0.1:1"));
  await expect(read_svc_query(query as string, engine, options)).rejects.toThrow(message);
});

test("a template is rendered in the engine's dialect", async () => {
  for (const [type, expected] of [
    ["presto", "select 'it''s'"],
    ["hive", "select 'it\\'s'"],
  ]) {
    await using service = await fakeService(TWO_ROWS);
    await read_svc_query(
      sql`select ${"it's"}`,
      create_engine(`${type}:db1`, client(service), { header: false }),
    );
    expect(new URLSearchParams(service.seen[0]?.body.toString()).get("query")).toBe(expected);
  }
});
