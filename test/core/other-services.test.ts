import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { connect } from "../../src/core/connect.ts";
import type { Job } from "../../src/core/job/job.ts";
import { create_engine } from "../../src/core/query-engine.ts";
import { read_svc_query } from "../../src/core/read/read-query.ts";
import type { Table } from "../../src/core/table/table.ts";
import { fakeService, jobReply, TWO_ROWS } from "./helpers/fake-service.ts";
import { collectWarnings } from "./helpers/collect-warnings.ts";
import { httpServer, type HttpServer, type Reply, type SeenRequest } from "./helpers/http-server.ts";

// Replies of other services of this protocol, in forms that their clients accept.

const warnings = collectWarnings();

const ROWS = [
  { id: 1, name: "a" },
  { id: 2, name: null },
];

const noSleep = (): Promise<void> => Promise.resolve();

function read(service: HttpServer, query = "select * from t"): Promise<Table> {
  const con = connect("1/k", service.url, { sleep: noSleep });
  return read_svc_query(query, create_engine("presto:db1", con));
}

const shows = ({ url }: SeenRequest): boolean => url.startsWith("/v3/job/show/");

/** A service whose `job/show` returns `fields`. */
function showing(fields: object, file?: Reply): Promise<HttpServer> {
  return fakeService(TWO_ROWS, {
    override: (request) => {
      if (shows(request)) return { body: jobReply("42", TWO_ROWS, fields) };
      return request.url.startsWith("/v3/job/result/") ? file : undefined;
    },
  });
}

describe("a job record that lags behind the job's status", () => {
  test.each(["queued", "booting", "running"])("is requested again while its status is %s", async (status) => {
    const replies = [{ status, num_records: null, hive_result_schema: null }, { status }];
    await using service = await fakeService(TWO_ROWS, {
      override: (request) => {
        const stale = shows(request) ? replies.shift() : undefined;
        return stale && { body: jobReply("42", TWO_ROWS, stale) };
      },
    });
    expect((await read(service)).objects()).toEqual(ROWS);
    expect(warnings).toEqual([]);
  });

  test("is read with a warning if it never catches up", async () => {
    await using service = await showing({ status: "running", hive_result_schema: null, num_records: null });
    expect((await read(service)).objects()).toEqual([
      { _c0: 1, _c1: "a" },
      { _c0: 2, _c1: null },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["stale-job", "result-columns"]);
  });

  test("is an error if it shows a different end", async () => {
    await using service = await showing({ status: "killed" });
    await expect(read(service)).rejects.toThrow("job 42 was success and is killed now");
  });
});

describe("a successful job whose record has no columns", () => {
  const empty = { body: gzipSync("") };

  test.each<[string, object, Reply]>([
    [
      "null, an empty file",
      { hive_result_schema: null, num_records: null, query: "create table t (a int)" },
      empty,
    ],
    [
      "an empty list, and the rows it wrote",
      { hive_result_schema: "[]", num_records: 5, result_size: 20, query: "/* by */ insert into t select 1" },
      empty,
    ],
    [
      "an empty text, and no result",
      { hive_result_schema: "", num_records: 5, query: "INSERT INTO t VALUES (1)" },
      { status: 404, body: { error: "no result" } },
    ],
    [
      "of a bulk import",
      { type: "bulk_import", hive_result_schema: null, num_records: 5, query: "select" },
      { status: 404 },
    ],
    ["with nothing in the reply", { hive_result_schema: null, num_records: 0 }, { body: "" }],
  ])("has an empty result: %s", async (_name, fields, file) => {
    await using service = await showing(fields, file);
    const table = await read(service, "create table t (a int)");
    expect([table.numRows(), table.numCols()]).toEqual([0, 0]);
    expect(warnings).toEqual([]);
  });

  test.each<[string, unknown, number | null]>([
    ["null", null, null],
    ["an empty text", "", 2],
    ["an empty list", "[]", 2],
    ["a list that is none", "[[", null],
  ])("keeps its rows, under generated names: %s", async (_name, hive_result_schema, num_records) => {
    await using service = await showing({ hive_result_schema, num_records });
    const table = await read(service);
    expect(table.objects()).toEqual([
      { _c0: 1, _c1: "a" },
      { _c0: 2, _c1: null },
    ]);
    expect(warnings).toEqual([
      {
        code: "result-columns",
        message:
          "the record of job 42 has no columns (hive_result_schema), and its result has 2 rows of 2 values: they are named _c0 to _c1, and their values are not converted",
      },
    ]);
  });

  test("gives a warning if it has a row count but no rows to read", async () => {
    await using service = await showing(
      { hive_result_schema: "[]", num_records: 5, query: "-- a report\n(select 1)" },
      { status: 404 },
    );
    expect((await read(service)).numRows()).toBe(0);
    expect(warnings).toEqual([
      {
        code: "result-columns",
        message: "the record of job 42 says 5 rows, but it has neither columns nor a result to read",
      },
    ]);
  });

  test("gives a warning if it is a query and has nothing at all", async () => {
    await using service = await showing({ hive_result_schema: null, num_records: null }, { status: 404 });
    expect((await read(service)).numRows()).toBe(0);
    expect(warnings).toEqual([
      { code: "result-columns", message: "the record of job 42 has neither columns nor a result to read" },
    ]);
  });
});

describe("sizes", () => {
  const unpacked = Buffer.concat(TWO_ROWS.rows.map((row) => encode(row)));
  const file = gzipSync(unpacked);

  test.each<[string, object, string[]]>([
    ["absent", { result_size: undefined, num_records: undefined }, []],
    ["null", { result_size: null, num_records: null }, []],
    ["as text", { result_size: String(file.length), num_records: "2" }, []],
    ["-1, as not known", { result_size: -1, num_records: -1 }, []],
    ["fractions", { result_size: 0.5, num_records: 1.5 }, []],
    ["zero bytes", { result_size: 0 }, []],
    ["zero rows", { num_records: 0 }, ["result-rows"]],
    ["too few bytes", { result_size: 7 }, ["result-size"]],
    ["too many bytes", { result_size: 7000 }, ["result-size"]],
    ["too few rows", { num_records: 1 }, ["result-rows"]],
    ["too many rows", { num_records: 3 }, ["result-rows"]],
  ])("%s: the whole result is read", async (_name, fields, codes) => {
    await using service = await showing(fields);
    expect((await read(service)).objects()).toEqual(ROWS);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  test("are an error if the file has only a part of the rows", async () => {
    await using service = await showing({ num_records: 4, result_size: 7000 });
    await expect(read(service)).rejects.toThrow("the result has 2 of the 4 rows that its job announced");
  });

  test.each<[string, Reply]>([
    ["labelled as packed", { headers: { "content-encoding": "gzip" }, body: file }],
    ["labelled as packed, but unpacked", { headers: { "content-encoding": "gzip" }, body: unpacked }],
    ["unpacked", { body: unpacked }],
    ["packed once more", { headers: { "content-encoding": "gzip" }, body: gzipSync(file) }],
  ])("are not compared for a file that is %s", async (_name, reply) => {
    await using service = await showing({}, reply);
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test.each([
    ["<html>Maintenance</html>", "an HTML page was received instead of the result"],
    ['{"error":"expired"}', "a JSON object was received instead of the result"],
    ["Service is starting, please wait", "text was received instead of the result"],
  ])("do not make a result of %s", async (body, message) => {
    await using service = await showing({}, { body });
    await expect(read(service)).rejects.toThrow(message);
  });

  test.each<[string, Reply]>([
    ["cut", { body: file.subarray(0, -9) }],
    ["cut and labelled as packed", { headers: { "content-encoding": "gzip" }, body: file.subarray(0, -9) }],
    ["unpacked and cut between rows", { body: Buffer.from(encode(TWO_ROWS.rows[0])) }],
  ])("do not hide that a file is %s", async (_name, reply) => {
    await using service = await showing({}, reply);
    await expect(read(service)).rejects.toMatchObject({ name: "DecodeError" });
  });
});

describe("statuses and fields", () => {
  test.each(["SUCCESS", "Success", " success "])("status %p ends a job", async (status) => {
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) =>
        url.startsWith("/v3/job/status/")
          ? { body: { job_id: 42, status } }
          : shows({ url } as SeenRequest)
            ? { body: jobReply("42", TWO_ROWS, { status }) }
            : undefined,
    });
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test("a record with missing fields, and with unknown ones", async () => {
    await using service = await fakeService(TWO_ROWS, {
      override: (request) =>
        shows(request)
          ? {
              body: {
                status: "success",
                hive_result_schema: [{ name: "id", type: "bigint" }, ["name"]],
                engine_version: "x",
                auto_update: [1],
              },
            }
          : undefined,
    });
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test("tables of a database whose name the service returns in lower case", async () => {
    await using service = await fakeService(TWO_ROWS, {
      override: () => ({ body: { database: "db1", tables: [{ name: "t", schema: null, count: null }] } }),
    });
    expect(await connect("1/k", service.url).list_tables("DB1")).toMatchObject([{ name: "t", count: 0 }]);
  });

  test.each<[string, Reply]>([
    ["nothing", { body: "" }],
    ["no JSON", { body: "OK" }],
    ["a number", { body: { job_id: 42, former_status: null } }],
  ])("a kill whose reply is %s", async (_name, reply) => {
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) => (url.startsWith("/v3/job/kill/") ? reply : undefined),
    });
    const job: Job = await connect("1/k", service.url).get_job(42);
    await expect(job.kill()).resolves.toBeUndefined();
  });
});

describe("a job that was just issued", () => {
  const NOT_YET: Reply = { status: 404, body: { error: "Resource not found" } };

  test("is requested again if it is not found at first", async () => {
    const replies = [NOT_YET, NOT_YET, undefined, NOT_YET];
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) => (/^\/v3\/job\/(status|show)\//.test(url) ? replies.shift() : undefined),
    });
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test("is an error if it is never found", async () => {
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) => (/^\/v3\/job\/(status|show)\//.test(url) ? NOT_YET : undefined),
    });
    await expect(read(service)).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("is not waited for by other calls", async () => {
    await using service = await fakeService(TWO_ROWS, { override: () => NOT_YET });
    const con = connect("1/k", service.url, { sleep: noSleep });
    await expect(con.get_job(42)).rejects.toMatchObject({ name: "NotFoundError" });
    expect(service.seen).toHaveLength(1);
  });
});

describe("an unknown state", () => {
  /** A service whose status route returns `states` in turn, then the last one; `job/show` returns `fields`. */
  function saying(states: unknown[], fields: object): Promise<HttpServer> {
    return fakeService(TWO_ROWS, {
      override: (request) => {
        if (shows(request)) return { body: jobReply("42", TWO_ROWS, fields) };
        if (!request.url.startsWith("/v3/job/status/")) return undefined;
        return { body: { job_id: "42", status: states.length > 1 ? states.shift() : states[0] } };
      },
    });
  }

  test.each([["done"], [""], [null], [7]])("%j is looked up in the job record", async (state) => {
    await using service = await saying([state], {});
    expect((await read(service)).objects()).toEqual(ROWS);
    expect(warnings).toEqual([]);
  });

  test("is polled further, with a warning, while the job runs", async () => {
    await using service = await saying(["exporting", "exporting", "success"], {
      status: "exporting",
      hive_result_schema: JSON.stringify(TWO_ROWS.schema),
    });
    expect((await read(service)).objects()).toEqual(ROWS);
    expect(warnings[0]).toEqual({
      code: "job-state",
      message: 'job 42 is "exporting", which is not a known status; waiting until it ends',
    });
    expect(warnings.map(({ code }) => code)).toEqual(["job-state", "stale-job"]);
  });

  test("is an error once the job has ended", async () => {
    await using service = await saying(["lost"], { status: "lost", end_at: "2024-05-06 07:08:09 UTC" });
    await expect(read(service)).rejects.toThrow(
      'job 42 is "lost", which is not a known status, and has ended',
    );
  });
});

describe("ids beyond the safe integers", () => {
  const ID = "12345678901234567890";

  test("are kept as text", async () => {
    await using service = await httpServer(({ url }) => {
      const path = url.split("?", 1)[0] ?? "";
      if (path.startsWith("/v3/job/issue/")) return { body: `{"job_id":${ID}}` };
      if (path === "/v3/job/list") return { body: `{"jobs":[{"job_id":${ID},"status":"success"}]}` };
      if (path === `/v3/job/result/${ID}`)
        return { body: gzipSync(Buffer.concat(TWO_ROWS.rows.map((row) => encode(row)))) };
      if (!path.endsWith(`/${ID}`)) return { status: 404 };
      return { body: { ...jobReply(ID, TWO_ROWS) } };
    });
    expect((await read(service)).objects()).toEqual(ROWS);
    const [job] = await connect("1/k", service.url).list_jobs();
    expect((await job?.result())?.objects()).toEqual(ROWS);
  });
});

test("the error text of a job does not show the key", async () => {
  const stderr = "java.io.IOException: user 1/k may not read t";
  await using service = await showing({ status: "error", debug: { cmdout: "", stderr } });
  await expect(
    connect("1/k", service.url)
      .get_job(42)
      .then((job) => job.result()),
  ).rejects.toMatchObject({
    serverMessage: "java.io.IOException: user *** may not read t",
  });
});

describe("issuing a query", () => {
  /** Replies to `job/issue`, in order. */
  function issuing(...replies: Reply[]): Promise<HttpServer> {
    return fakeService(TWO_ROWS, {
      override: ({ url }) => (url.startsWith("/v3/job/issue/") ? replies.shift() : undefined),
    });
  }
  const keys = ({ seen }: HttpServer): Set<string | null> =>
    new Set(
      seen
        .filter(({ url }) => url.startsWith("/v3/job/issue/"))
        .map(({ body }) => new URLSearchParams(body.toString()).get("domain_key")),
    );

  test("creates one job, whichever replies are lost", async () => {
    await using service = await issuing(
      { status: 503 },
      { body: "{", destroy: true },
      { status: 502, body: "bad gateway" },
      { status: 409, body: { error: "exists", details: { conflicts_with: "42" } } },
    );
    expect((await read(service)).objects()).toEqual(ROWS);
    expect(keys(service).size).toBe(1);
  });

  test.each([
    ["the conflict does not name it", { status: 409, body: { error: "exists" } }],
    ["the answer is empty", { body: "" }],
    ["the answer has no id", { body: { type: "presto" } }],
    ["the answer is a page", { body: "<html>ok</html>" }],
  ])("finds the job by its domain key if %s", async (_name, issued) => {
    await using service = await fakeService(TWO_ROWS, {
      override: ({ url }) =>
        url.startsWith("/v3/job/issue/")
          ? issued
          : url.startsWith("/v3/job/status_by_domain_key/svc-")
            ? { body: { job_id: "42", status: "running" } }
            : undefined,
    });
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test("finds the job in a conflict whose reply breaks off", async () => {
    await using service = await issuing(
      { status: 502 },
      { status: 409, body: '{"details":{"conflicts_with":"42"},', destroy: true },
    );
    expect((await read(service)).objects()).toEqual(ROWS);
  });

  test("fails with the reply's error if no job is found", async () => {
    await using service = await issuing({ body: "" });
    await expect(read(service)).rejects.toThrow("issue presto query on db1 failed: the reply is empty");
  });

  test("fails with what the reply says in place of an id", async () => {
    await using service = await issuing({ body: { error: "no credit left" } });
    await expect(read(service)).rejects.toThrow(
      'issue presto query on db1 failed: the reply has no job_id: {"error":"no credit left"}',
    );
  });

  test("fails with the conflict if no job is found", async () => {
    await using service = await issuing({ status: 409, body: { error: "Conflict", text: "busy" } });
    await expect(read(service)).rejects.toThrow("issue presto query on db1 failed: busy (HTTP 409");
  });

  test("fails at once on a 500", async () => {
    await using service = await issuing({ status: 500, body: { message: "no such pool" } });
    await expect(read(service)).rejects.toThrow("no such pool (HTTP 500");
    expect(keys(service).size).toBe(1);
  });

  test("accepts the job id under another name", async () => {
    await using service = await issuing({ body: { job: 42 } });
    expect((await read(service)).objects()).toEqual(ROWS);
  });
});

describe("a job that only changes settings for later ones", () => {
  test.each<["presto" | "hive", string, string | null]>([
    ["presto", "-- mine\nset session a = 1", "SET applies only to its own job"],
    ["presto", "use db2;", "USE applies only to its own job"],
    ["presto", "prepare q from select 1", "PREPARE applies only to its own job"],
    ["presto", "select 1", null],
    ["hive", "set mapred.x=1;", "SET applies only to its own job"],
    ["hive", "set mapred.x=1; select 1;", null],
  ])("%s: %p", async (type, sql, message) => {
    await using service = await fakeService(TWO_ROWS);
    await read_svc_query(sql, create_engine(`${type}:db1`, connect("1/k", service.url)));
    expect(warnings.map((warning) => warning.message)).toEqual(
      message === null ? [] : [expect.stringContaining(message)],
    );
  });
});
