import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";
import { postStatement, runStatement, type Answer } from "../helpers/run-statement.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
});

afterAll(() => service.remove());

const post = (sql: string, headers?: Record<string, string>) => postStatement(service, sql, headers);
const run = (sql: string, headers?: Record<string, string>) => runStatement(service, sql, headers);

describe("queries", () => {
  test("are returned in pages, with their columns", async () => {
    const { rows, end, answers } = await run("select i as n, 'row ' || i as s from range(120000) t(i)");
    expect(rows).toHaveLength(120000);
    expect(rows[119999]).toEqual([119999, "row 119999"]);
    expect(answers.length).toBeGreaterThan(3);
    expect(end.stats.state).toBe("FINISHED");
    expect(end.columns).toEqual([
      { name: "n", type: "bigint", typeSignature: { rawType: "bigint", arguments: [] } },
      {
        name: "s",
        type: "varchar",
        typeSignature: { rawType: "varchar", arguments: [{ kind: "LONG", value: 2147483647 }] },
      },
    ]);
  });

  test("all pages are returned, also once the statement has ended", async () => {
    const first = await post("select repeat('x', 60) from range(60000)");
    const path = `/v1/query/${first.id}`;
    while ((await service.json<{ state: string }>(path)).state !== "FINISHED")
      await new Promise((resolve) => setTimeout(resolve, 20));
    let rows = 0;
    for (let next = first.nextUri; next !== undefined;) {
      const answer = (await (await fetch(next)).json()) as Answer;
      rows += answer.data?.length ?? 0;
      next = answer.nextUri;
    }
    expect(rows).toBe(60_000);
  });

  test("the last rows and the end are in one reply", async () => {
    const { answers } = await run("select 1 as n");
    expect(answers.map(({ data, nextUri }) => [data, typeof nextUri])).toEqual([
      [undefined, "string"],
      [[[1]], "undefined"],
    ]);
  });

  test("svclib's own clients get a small result in the first reply, also of a repeated request", async () => {
    const headers = { "x-svc-once": "small" };
    const first = await post("select 1 as n", headers);
    expect(first).toMatchObject({ columns: [{ name: "n" }], data: [[1]], stats: { state: "FINISHED" } });
    expect(first.nextUri).toBeUndefined();
    expect(await post("select 1 as n", headers)).toEqual(first);
    expect((await post("selec 1", { "x-svc-once": "wrong" })).error).toMatchObject({
      errorName: "SYNTAX_ERROR",
    });
  });

  test("svclib's own clients get the address of a large result, and all of its rows", async () => {
    const headers = { "x-svc-once": "large" };
    const { rows, answers } = await run("select i as n from range(300000) t(i)", headers);
    expect(rows.at(-1)).toEqual([299_999]);
    expect(rows).toHaveLength(300_000);
    // A repeat that comes late takes no rows from the client.
    expect(await post("select i as n from range(300000) t(i)", headers)).toMatchObject({
      id: answers[0]!.id,
      nextUri: expect.stringMatching(/\/1$/),
    });
  });

  test("every reply has the fields that clients read unconditionally", async () => {
    const { answers } = await run("select 1");
    for (const answer of answers) {
      expect(answer).toMatchObject({
        id: expect.any(String),
        infoUri: expect.any(String),
        stats: expect.any(Object),
      });
    }
  });

  test("a page can be requested again, an older one can't", async () => {
    const first = await post("select 1 as n");
    const once = (await (await fetch(first.nextUri as string)).json()) as Answer;
    expect(await (await fetch(first.nextUri as string)).json()).toEqual(once);
    const guessed = (first.nextUri as string).replace(/\/[0-9a-f]{32}\//, `/${"0".repeat(32)}/`);
    expect((await fetch(guessed)).status).toBe(404);
    expect((await fetch(guessed, { method: "DELETE" })).status).toBe(404);
    if (once.nextUri !== undefined) await fetch(once.nextUri);
    expect((await fetch((first.nextUri as string).replace(/1$/, "7"))).status).toBe(404);
  });

  test("a request that is sent again with its key is the same statement", async () => {
    await run("create table once (a bigint)");
    const insert = (key: string) => post("insert into once values (1)", { "x-svc-once": key });
    const sent = [await insert("k1"), await insert("k1"), await insert("k2")];
    expect(sent[1]?.id).toBe(sent[0]?.id);
    expect(sent[2]?.id).not.toBe(sent[0]?.id);
    for (const { nextUri } of sent.slice(1))
      for (let next = nextUri; next !== undefined;)
        next = ((await (await fetch(next)).json()) as Answer).nextUri;
    expect((await insert("k1")).id).toBe(sent[0]?.id);
    expect((await run("select count(*) from once")).rows).toEqual([[2]]);
    const other = await run("select 7", { "x-svc-once": "k1" });
    expect(other.rows).toEqual([[7]]);
    await run("drop table once");
  });

  test("the SQL is unpacked, and read in its charset", async () => {
    const send = async (body: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const all = { "x-trino-user": service.apikey, "x-trino-schema": "test_db", ...headers };
      return fetch(`${service.url}/v1/statement`, { method: "POST", body, headers: all });
    };
    const rowsOf = async (response: Promise<Response>) => {
      const rows = [];
      for (let answer = (await (await response).json()) as Answer; ;) {
        rows.push(...(answer.data ?? []));
        if (answer.nextUri === undefined) return rows;
        answer = (await (await fetch(answer.nextUri)).json()) as Answer;
      }
    };
    const sql = Buffer.from("select '\u00e9'", "latin1");
    expect(await rowsOf(send(sql, { "content-type": "text/plain; charset=iso-8859-1" }))).toEqual([["é"]]);
    expect(await rowsOf(send(gzipSync("select 'é'"), { "content-encoding": "gzip" }))).toEqual([["é"]]);
    const refused = await send(sql);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: "The request's body is not text in UTF-8." },
    ]);
  });

  test("written rows are counted", async () => {
    expect((await run("create table made (a bigint, time bigint)")).end).toMatchObject({
      updateType: "CREATE TABLE",
    });
    const { rows, end } = await run("insert into made values (1, 10), (2, 20)");
    expect(end).toMatchObject({ updateType: "INSERT", updateCount: 2 });
    expect(rows).toEqual([[2]]);
    const { tables } = await service.json<{ tables: object[] }>("/v3/table/list/test_db");
    expect(tables).toMatchObject([{ name: "made", count: 2, last_log_timestamp: "1970-01-01T00:00:20Z" }]);
  });
});

describe("faults", () => {
  test("in a statement are sent in a 200 reply with their position", async () => {
    const { end } = await run("selec 1");
    expect(end.stats.state).toBe("FAILED");
    expect(end.error).toMatchObject({
      errorName: "SYNTAX_ERROR",
      errorType: "USER_ERROR",
      errorCode: 1,
      errorLocation: { lineNumber: 1, columnNumber: 1 },
    });
  });

  test("in the key get a 401", async () => {
    const init = { method: "POST", body: "select 1", headers: { "x-trino-user": "1/unknown" } };
    expect((await fetch(`${service.url}/v1/statement`, init)).status).toBe(401);
  });
});

test.each<Record<string, string>>([{}, { "x-svc-once": "endless" }])(
  "cancelling stops the engine (%j)",
  async (headers) => {
    const first = await post(
      "select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = 1",
      headers,
    );
    expect((await fetch(first.nextUri as string, { method: "DELETE" })).status).toBe(204);
    let answer = first;
    while (answer.nextUri !== undefined) answer = (await (await fetch(answer.nextUri)).json()) as Answer;
    expect(answer.error).toMatchObject({ errorName: "USER_CANCELED" });
  },
);

describe("the client's session", () => {
  test("changes by headers", async () => {
    expect((await run("use test_db")).headers.get("x-trino-set-schema")).toBe("test_db");
    expect((await run("use missing_db")).end.error).toMatchObject({ errorName: "NOT_FOUND" });
    expect((await run("set session a = 'b c'")).headers.get("x-trino-set-session")).toBe("a=b%20c");
    const { headers } = await run("prepare p from select ? as x");
    expect(headers.get("x-trino-added-prepare")).toBe("p=select%20%3F%20as%20x");
    const header = { "x-trino-prepared-statement": "p=select+%27y%27+as+x" };
    expect((await run("execute p", header)).rows).toEqual([["y"]]);
  });

  test("changes by the first reply, if that is the last one", async () => {
    expect((await run("use test_db", { "x-svc-once": "use" })).headers.get("x-trino-set-schema")).toBe(
      "test_db",
    );
  });

  test("can use Presto's headers, too", async () => {
    const headers = { "x-presto-user": service.apikey, "x-presto-schema": "test_db", "x-trino-user": "" };
    expect((await run("use test_db", headers)).headers.get("x-presto-set-schema")).toBe("test_db");
  });
});
