import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import type { Fetch } from "../../../src/core/http/fetch-types.ts";
import { httpServer, type Reply, type SeenRequest } from "../helpers/http-server.ts";
import { wholeWaits } from "../helpers/whole-waits.ts";

wholeWaits();

type Step = (request: SeenRequest, base: string) => Reply | Promise<Reply>;

/** A statement server that answers requests in turn with `steps`. */
async function statementServer(steps: readonly Step[]) {
  let step = 0;
  const server = await httpServer((request) => {
    const base = `http://${request.headers.host ?? ""}`;
    return request.method === "DELETE"
      ? { status: 204 }
      : (steps[step++]?.(request, base) ?? { status: 500 });
  });
  return server;
}

/** A reply as JSON text: JavaScript numbers can't hold integers past 2^53. */
function page(fields: string, next?: string): Step {
  return (_, base) => ({
    body: `{"id":"q1","infoUri":"x","stats":{"state":"${next === undefined ? "FINISHED" : "RUNNING"}","progressPercentage":50}${next === undefined ? "" : `,"nextUri":"${base}${next}"`}${fields && `,${fields}`}}`,
  });
}

const quick = { sleep: () => Promise.resolve() };

describe("Client.query on the direct path", () => {
  test("pages are concatenated, values are converted by type", async () => {
    const columns = [
      ["i", "bigint"],
      ["n", "integer"],
      ["d", "double"],
      ["dec", "decimal(38,2)"],
      ["t", "varchar"],
      ["a", "array(bigint)"],
      ["m", "map(varchar,double)"],
      ["r", 'row(x bigint, "y z" varchar)'],
      ["b", "varbinary"],
      ["ok", "boolean"],
    ].map(([name, type]) => ({ name, type, typeSignature: { rawType: type, arguments: [] } }));
    await using server = await statementServer([
      page("", "/v1/statement/queued/q1/1"),
      page(
        `"columns":${JSON.stringify(columns)},"data":[[9007199254740993,1,"NaN","1.00","a 9007199254740993 \\" [9007199254740993",[1,9007199254740993],{"k":1},[9007199254740993,"q"],"AQI=",true]]`,
        "/v1/statement/executing/q1/2",
      ),
      page(`"data":[[-1,null,1234567890123456789,null,null,null,{"k":"Infinity"},null,null,null]]`),
    ]);
    const table = await connect("1/Key", server.url, quick).query("select 1", { db: "db1" });
    expect(table.objects()).toEqual([
      {
        i: 9007199254740993n,
        n: 1,
        d: NaN,
        dec: 1,
        t: 'a 9007199254740993 " [9007199254740993',
        a: [1n, 9007199254740993n],
        m: { k: 1 },
        r: { x: 9007199254740993n, "y z": "q" },
        b: Uint8Array.of(1, 2),
        ok: true,
      },
      {
        i: -1n,
        n: null,
        d: 1234567890123456800,
        dec: null,
        t: null,
        a: null,
        m: { k: Infinity },
        r: null,
        b: null,
        ok: null,
      },
    ]);
    expect(table.types["i"]).toBe("bigint");
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v1/statement",
      "GET /v1/statement/queued/q1/1",
      "GET /v1/statement/executing/q1/2",
    ]);
    for (const { headers } of server.seen) {
      expect(headers["x-trino-user"]).toBe("1/Key");
      expect(headers["x-trino-schema"]).toBe("db1");
      expect(headers["authorization"]).toBeUndefined();
    }
    expect(server.seen[0]?.body.toString()).toMatch(
      /^-- client: svclib\/\S+ \(node\/\S+\)\n-- Client#query\nselect 1$/,
    );
  });

  test.each([
    ["varbinary", '"A*I="', '"A*I=" is not base64'],
    ["varbinary", '"AQI"', '"AQI" is not base64'],
    ["array(varbinary)", '["AQI=", 7]', "7 is not base64"],
    ["bigint", '"1.5"', '"1.5" is not an integer'],
    ["integer", "1.5", "1.5 is not an integer"],
    ["bigint", "9223372036854775808", '"9223372036854775808" is not an integer'],
    ["double", "true", "true is not a number"],
    ["double", '""', '"" is not a number'],
    ["double", '"-infinity"', '"-infinity" is not a number'],
    ["double", '"one"', '"one" is not a number'],
    ["boolean", '"false"', '"false" is not true or false'],
  ])("a value that is no %s is refused, with its row and column: %s", async (type, value, what) => {
    const columns = [{ name: "n", type: "bigint" }, { name: "x", type }]; // prettier-ignore
    await using server = await statementServer([
      page(`"columns":${JSON.stringify(columns)},"data":[[1,null],[2,${value}]]`),
    ]);
    await expect(connect("1/Key", server.url, quick).query("select 1", { db: "db1" })).rejects.toMatchObject({
      name: "DecodeError",
      message: `row 1 of the result, column "x" of type ${type}: ${what}`,
    });
  });

  test("the older protocol's headers are sent on request", async () => {
    await using server = await statementServer([page("")]);
    await connect("1/key", server.url).query("select 1", { protocol: "presto" });
    expect(server.seen[0]?.headers).toMatchObject({
      "x-presto-user": "1/key",
      "x-presto-schema": "sample_datasets",
    });
  });

  test("a statement without a result gives a table without columns", async () => {
    await using server = await statementServer([page(`"updateType":"CREATE TABLE"`)]);
    expect((await connect("1/key", server.url).query("create table t (a int)")).numCols()).toBe(0);
  });

  test.each<[string, readonly Step[]]>([
    [
      "in the first answer",
      [
        page(
          `"error":{"message":"line 4:8: no such column","errorName":"COLUMN_NOT_FOUND","errorLocation":{"lineNumber":4,"columnNumber":8}}`,
        ),
      ],
    ],
    ["in a later answer", [page("", "/next"), page(`"error":{"message":"line 4:8: no such column"}`)]],
  ])("an error %s is thrown, with its position in the caller's text", async (_name, steps) => {
    await using server = await statementServer(steps);
    await expect(connect("1/key", server.url).query("select\n  x from t")).rejects.toMatchObject({
      name: "QueryError",
      message: "presto query failed: line 2:8: no such column",
      serverMessage: "line 4:8: no such column",
      sql: "select\n  x from t",
      line: 2,
      column: 8,
      jobId: null,
    });
  });

  test("refusals are retried, also of the POST, and Retry-After is obeyed", async () => {
    const slept: number[] = [];
    await using server = await statementServer([
      () => ({ status: 503 }),
      () => ({ status: 429, headers: { "retry-after": "3" } }),
      page("", "/next"),
      () => ({ status: 502 }),
      page(`"columns":[{"name":"a","type":"integer"}],"data":[[1]]`),
    ]);
    const sleep = (ms: number): Promise<void> => {
      slept.push(ms);
      return Promise.resolve();
    };
    const table = await connect("1/key", server.url, { sleep }).query("select 1");
    expect([...(table.array("a") as Iterable<number>)]).toEqual([1]);
    expect(slept).toEqual([500, 3300, 500]);
  });

  test("the first page is requested at once, those after pages without rows after longer and longer pauses", async () => {
    const slept: number[] = [];
    await using server = await statementServer([
      page("", "/next"),
      page("", "/next"),
      page("", "/next"),
      page("", "/next"),
      page(`"columns":[{"name":"a","type":"integer"}],"data":[[1]]`),
    ]);
    const sleep = (ms: number): Promise<void> => {
      slept.push(ms);
      return Promise.resolve();
    };
    await connect("1/key", server.url, { sleep }).query("select 1");
    expect(slept).toEqual([10, 20, 40]);
  });

  test("no pause follows a reply that the server held until there was progress", async () => {
    const slept: number[] = [];
    await using server = await statementServer([
      page("", "/next"),
      async (request, base) => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        return page("", "/next")(request, base);
      },
      page(`"columns":[{"name":"a","type":"integer"}],"data":[[1]]`),
    ]);
    const sleep = (ms: number): Promise<void> => {
      slept.push(ms);
      return Promise.resolve();
    };
    await connect("1/key", server.url, { sleep }).query("select 1");
    expect(slept).toEqual([]);
  });

  test("a POST that the server may have accepted is not repeated", async () => {
    await using server = await statementServer([() => ({ destroy: true })]);
    await expect(connect("1/key", server.url, quick).query("insert into t values (1)")).rejects.toMatchObject(
      {
        name: "NetworkError",
        message: expect.stringMatching(/; it may have had its effect: check before you repeat it$/),
      },
    );
    expect(server.seen).toHaveLength(1);
  });

  test("an abort cancels the statement on the server", async () => {
    const controller = new AbortController();
    await using server = await statementServer([
      page("", "/next/1"),
      () => {
        controller.abort();
        return { body: "{}" };
      },
    ]);
    const query = connect("1/key", server.url).query("select 1", { signal: controller.signal });
    await expect(query).rejects.toMatchObject({ name: "InterruptedError", engine: "presto", jobId: null });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v1/statement",
      "GET /next/1",
      "DELETE /next/1",
    ]);
    expect(server.seen[2]?.headers["x-trino-user"]).toBe("1/key");
  });

  test("an abort before the first reply waits for its address, and cancels the statement there", async () => {
    const controller = new AbortController();
    await using server = await statementServer([
      async (request, base) => {
        controller.abort();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return page("", "/next/1")(request, base);
      },
    ]);
    const query = connect("1/key", server.url).query("select 1", { signal: controller.signal });
    await expect(query).rejects.toMatchObject({ name: "InterruptedError", engine: "presto", jobId: null });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v1/statement",
      "DELETE /next/1",
    ]);
  });

  test("an abort before a first reply that does not come ends the request", async () => {
    const controller = new AbortController();
    await using server = await statementServer([
      () => {
        controller.abort();
        return new Promise<never>(() => undefined);
      },
    ]);
    const query = connect("1/key", server.url).query("select 1", { signal: controller.signal });
    await expect(query).rejects.toMatchObject({ name: "InterruptedError" });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ["a query is stopped", "select 1", "", "InterruptedError"],
    [
      "rows that were inserted are told",
      "insert into t select 1",
      '"updateType":"INSERT","updateCount":1,',
      1,
    ],
  ])("an abort while the last reply comes: %s", async (_name, sql, more, outcome) => {
    const controller = new AbortController();
    await using server = await statementServer([
      (request, base) => {
        controller.abort();
        return page(`${more}"columns":[{"name":"rows","type":"bigint"}],"data":[[1]]`)(request, base);
      },
    ]);
    const query = connect("1/key", server.url).query(sql, { signal: controller.signal });
    expect(
      await query.then(
        (table) => table.get("rows", 0),
        ({ name }: Error) => name,
      ),
    ).toBe(outcome);
  });

  test.each(["FAILED", "CANCELED"])(
    "the final state %s without an error is an error: rows may be missing",
    async (state) => {
      await using server = await statementServer([
        () => ({
          body: { id: "q1", columns: [{ name: "a", type: "bigint" }], data: [[1]], stats: { state } },
        }),
      ]);
      await expect(connect("1/Key", server.url, quick).query("select 1")).rejects.toMatchObject({
        name: "QueryError",
        message: `presto query failed: the server ended it as ${state} and gave no reason`,
      });
    },
  );

  test.each([null, ""])("nextUri %p ends the result", async (nextUri) => {
    await using server = await statementServer([
      () => ({ body: { id: "q1", nextUri, columns: [{ name: "a", type: "bigint" }], data: [[1]] } }),
    ]);
    const table = await connect("1/Key", server.url, quick).query("select 1");
    expect(table.objects()).toEqual([{ a: 1 }]);
  });

  test("columns that change between two pages are an error, not a mixture", async () => {
    const columns = (name: string): string => `"columns":[{"name":"${name}","type":"bigint"}]`;
    await using server = await statementServer([
      page(`${columns("a")},"data":[[1]]`, "/next"),
      page(`${columns("b")},"data":[[2]]`),
    ]);
    await expect(connect("1/key", server.url).query("select 1")).rejects.toMatchObject({
      name: "DecodeError",
      message: "the columns of the result changed while it was read: a bigint became b bigint; run it again",
    });
  });

  test("the final semicolon is not sent; an error shows the statement as written", async () => {
    await using server = await statementServer([page('"error":{"message":"line 3:8: no column x"}')]);
    await expect(connect("1/k", server.url).query("select x ; -- why\n;\n")).rejects.toMatchObject({
      sql: "select x ; -- why\n;\n",
      line: 1,
    });
    expect(server.seen[0]?.body.toString()).toMatch(
      /^-- client: .*\n-- Client#query\nselect x {2}-- why\n\n$/,
    );
  });

  test("a read is repeated if its reply is lost", async () => {
    await using server = await statementServer([
      () => ({ destroy: true }),
      page(`"columns":[{"name":"a","type":"integer"}],"data":[[1]]`),
    ]);
    expect((await connect("1/key", server.url, quick).query("select 1")).objects()).toEqual([{ a: 1 }]);
  });

  test("columns without name or type; states and errors in other forms", async () => {
    const columns = [
      { name: "a" },
      { type: "bigint" },
      { name: "c", type: null, typeSignature: { rawType: "bigint" } },
      null,
    ];
    await using server = await statementServer([
      (_, base) => ({ body: { stats: null, nextUri: `${base}/next` } }),
      () => ({ body: { stats: { state: 7, progressPercentage: "50" }, columns, data: [["x", 1, 2, null]] } }),
      () => ({ body: { error: "no such table" } }),
      () => ({ body: { error: { message: null, errorName: "TABLE_NOT_FOUND" } } }),
    ]);
    const con = connect("1/key", server.url, quick);
    const table = await con.query("select 1");
    expect(table.objects()).toEqual([{ a: "x", _col1: 1, c: 2, _col3: null }]);
    expect(table.types).toEqual({ a: "unknown", _col1: "bigint", c: "bigint", _col3: "unknown" });
    await expect(con.query("select 1")).rejects.toThrow("presto query failed: no such table");
    await expect(con.query("select 1")).rejects.toThrow("presto query failed: TABLE_NOT_FOUND");
  });

  test.each<[string, object | string, string]>([
    ["null", "null", "run statement failed: the reply is not an object: null"],
    ["text", "busy", "run statement failed: the reply is not JSON: busy"],
    ["a list", "[]", "run statement failed: the reply is a list"],
    ["an empty object", {}, "run statement failed: the reply has no page of the statement: {}"],
    [
      "an object of nulls",
      { id: null, nextUri: null, columns: null, data: null, stats: null, error: null },
      'run statement failed: the reply has no page of the statement: {"id":null,',
    ],
    [
      "an address that is none",
      { nextUri: "http://" },
      'the server sent the next address "http://", which is not a URL',
    ],
    [
      "rows that are none",
      { columns: [{ name: "a" }], data: [1] },
      "rows in an encoding that was not requested",
    ],
  ])("a reply that is %s is a DecodeError", async (_name, body, message) => {
    await using server = await statementServer([() => ({ body })]);
    await expect(connect("1/key", server.url).query("select 1")).rejects.toMatchObject({
      name: "DecodeError",
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ["FAILED", [{ name: "a", type: "bigint" }]],
    ["CANCELED", [{ name: "a", type: "bigint" }]],
    ["QUEUED", null],
  ])("a last page with state %s and columns %j is an error", async (state, columns) => {
    await using server = await statementServer([
      () => ({ body: { id: "q1", stats: { state }, columns, data: columns && [[1]], nextUri: null } }),
    ]);
    await expect(connect("1/key", server.url).query("select 1")).rejects.toThrow(
      `presto query failed: the server ended it as ${state} and gave no reason`,
    );
  });

  test("a last page that says RUNNING is the end, as for Trino's clients", async () => {
    const columns = [{ name: "a", type: "bigint" }];
    await using server = await statementServer([
      (_, base) => ({ body: { id: "q1", stats: { state: "RUNNING" }, columns, nextUri: `${base}/next` } }),
      () => ({ body: { id: "q1", stats: { state: "RUNNING" }, columns, data: [[1]] } }),
    ]);
    expect((await connect("1/key", server.url).query("select 1")).objects()).toEqual([{ a: 1 }]);
  });

  test.each(["", '{"id":"q1","stats":{},"col', "<html>busy</html>"])(
    "a page that came as %j is asked for again",
    async (broken) => {
      await using server = await statementServer([
        (_, base) => ({ body: { id: "q1", stats: {}, nextUri: `${base}/next` } }),
        () => ({ body: broken }),
        () => ({ body: { id: "q1", stats: {}, columns: [{ name: "a", type: "bigint" }], data: [[1]] } }),
      ]);
      expect((await connect("1/key", server.url, quick).query("select 1")).objects()).toEqual([{ a: 1 }]);
    },
  );

  test("session settings of statements last as long as the client", async () => {
    const answer =
      (headers: Record<string, string>): Step =>
      () => ({ headers, body: { id: randomUUID(), stats: {} } });
    await using server = await statementServer([
      answer({ "x-trino-set-session": "query_max_run_time=1h" }),
      answer({ "x-trino-set-session": "hive.mode=a%2Cb%3D1" }),
      answer({ "x-trino-added-prepare": "q=select+%3F" }),
      answer({ "x-trino-set-catalog": "hive", "x-trino-set-schema": "other" }),
      answer({}),
      answer({ "x-trino-clear-session": "hive.mode", "x-trino-deallocated-prepare": "q" }),
      answer({}),
      answer({}),
    ]);
    const con = connect("1/key", server.url);
    const statements = [
      "set session query_max_run_time = '1h'",
      "set session hive.mode = 'a,b=1'",
      "prepare q from select ?",
      "use hive.other",
      "execute q using 1",
      "x",
      "y",
    ];
    for (const statement of statements) await con.query(statement);
    await con.query("z", { db: "db1" });
    const sent = (i: number): unknown[] =>
      ["session", "prepared-statement", "catalog", "schema"].map(
        (name) => server.seen[i]?.headers[`x-trino-${name}`],
      );
    expect(sent(0)).toEqual([undefined, undefined, "td-presto", "sample_datasets"]);
    expect(sent(4)).toEqual(["query_max_run_time=1h,hive.mode=a%2Cb%3D1", "q=select+%3F", "hive", "other"]);
    expect(sent(6)).toEqual(["query_max_run_time=1h", undefined, "hive", "other"]);
    expect(sent(7)).toEqual(["query_max_run_time=1h", undefined, "td-presto", "db1"]);
  });

  test("a refusal does not show the key, though it is the user's name", async () => {
    await using server = await statementServer([
      ({ headers }) => ({
        body: {
          id: "q1",
          error: { message: `Access Denied: User ${String(headers["x-trino-user"])} cannot select from t` },
        },
      }),
    ]);
    const error = await connect("1/Key", server.url, quick)
      .query("select 1")
      .catch((e: unknown) => e);
    expect(error).toMatchObject({
      message: "presto query failed: Access Denied: User *** cannot select from t",
      serverMessage: "Access Denied: User *** cannot select from t",
    });
  });

  test("an http nextUri of an https service is asked for from the endpoint itself, never in the clear", async () => {
    const seen: string[] = [];
    const next = "http://svc.example.com:8190/v1/next?x=1";
    const fetch = ((url: string, { method }: { method: string }) => {
      seen.push(`${method} ${url}`);
      const data =
        method === "POST" ? { nextUri: next } : { columns: [{ name: "a", type: "bigint" }], data: [[1]] };
      return Promise.resolve(Response.json({ id: "q1", stats: { state: "RUNNING" }, ...data }));
    }) as Fetch;
    const env = { SVC_PRESTO_API: "https://svc.example.com:8443" };
    await connect("1/key", "https://svc.example.com:8443", { fetch, env }).query("select 1");
    expect(seen).toEqual([
      "POST https://svc.example.com:8443/v1/statement",
      "GET https://svc.example.com:8443/v1/next?x=1",
    ]);
  });

  test.each(["http", "https"])("a nextUri of %s on another port is refused", async (scheme) => {
    await using other = await httpServer(() => ({ body: {} }));
    const { port } = new URL(other.url);
    await using server = await statementServer([
      () => ({ body: { stats: {}, nextUri: `${scheme}://127.0.0.1:${port}/next` } }),
    ]);
    await expect(connect("1/key", server.url).query("select 1")).rejects.toThrow(
      `the server sent a next address on another port (${scheme}://127.0.0.1:${port}), which is not followed`,
    );
    expect(other.seen).toEqual([]);
  });

  test("a nextUri on another host is refused: the key would be sent there", async () => {
    await using server = await statementServer([
      () => ({ body: { stats: {}, nextUri: "http://192.0.2.1/next" } }),
    ]);
    await expect(connect("1/key", server.url).query("select 1")).rejects.toThrow(
      "the server sent a next address on another host (192.0.2.1), which is not followed",
    );
  });
});

describe("Client.query as a job", () => {
  test.each([{ engine: "hive" as const }, { priority: "HIGH" }, { force_job: true }])(
    "with %j",
    async (options) => {
      await using server = await httpServer(() => ({ status: 404, body: { message: "no such database" } }));
      await expect(connect("1/key", server.url).query("select 1", options)).rejects.toMatchObject({
        name: "NotFoundError",
      });
      expect(server.seen[0]?.url).toBe(`/v3/job/issue/${options.engine ?? "presto"}/sample_datasets`);
    },
  );

  test.each<[object, string]>([
    [{ type: "hive" }, "Client#query has no option type; it has db,"],
    [{ engine: "pig" }, 'engine must be presto, hive or the result of create_engine, not "pig"'],
    [{ protocol: "http" }, 'protocol must be trino or presto, not "http"'],
  ])("%j is refused", async (options, message) => {
    await expect(connect("1/key", "http://127.0.0.1:1").query("select 1", options)).rejects.toThrow(message);
  });
});
