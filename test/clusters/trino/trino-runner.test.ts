import { afterEach, describe, expect, test } from "@jest/globals";
import type { Execution, RunOptions } from "../../../src/engine/contract/engine.ts";
import { rowReader } from "../../../src/core/blocks/row-reader.ts";
import type { TrinoOptions } from "../../../src/clusters/trino/protocol/trino-options.ts";
import { TrinoRunner } from "../../../src/clusters/trino/trino-runner.ts";
import { fakeCoordinator, type Answer, type FakeCoordinator } from "./fake-coordinator.ts";

const columns = [{ name: "n", type: "bigint" }];
const page = (url: string, more: object = {}, next: number | null = null): Answer => ({
  body: {
    id: "q1",
    stats: { state: "RUNNING" },
    ...(next === null ? {} : { nextUri: `${url}/v1/next/${next}` }),
    ...more,
  },
});

let server: FakeCoordinator;
let runner: TrinoRunner;
afterEach(async () => {
  await runner.close();
  await server.close();
});

async function start(
  answer: (url: string, count: number) => Answer,
  options: Partial<TrinoOptions> = {},
): Promise<void> {
  server = await fakeCoordinator(answer);
  runner = new TrinoRunner({ url: server.url, catalog: "hive", retryMs: 2000, ...options });
}

function run(sql: string, options: Partial<RunOptions> = {}): Promise<Execution> {
  const { signal } = new AbortController();
  return runner.run(sql, {
    dialect: "presto",
    database: "db1",
    scheduledTimeMs: 0,
    signal,
    mayWrite: true,
    ...options,
  });
}

async function rows({ batches }: Execution): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { rowCount, columns } of batches)
    for (let row = 0; row < rowCount; row++) all.push(rowReader(columns[0]!)(row));
  return all;
}

describe("TrinoRunner", () => {
  test.each([
    [false, "ada", "notebooks"],
    [true, "ada", "ada"],
    [true, undefined, "notebooks"],
  ])("impersonating: %s, a statement of %s runs as %s", async (impersonates, userName, user) => {
    await start((url) => page(url, { columns, data: [[1]] }), { user: "notebooks", impersonates });
    await rows(await run("SELECT 1", userName === undefined ? {} : { userName }));
    expect(server.asked.at(-1)?.headers["x-trino-user"]).toBe(user);
  });

  test("a key with roles is refused where the cluster does not know its user", async () => {
    await start((url) => page(url, { columns, data: [[1]] }));
    const options = { userName: "ada", roles: { shop: "read" } } as const;
    await expect(run("SELECT 1", options)).rejects.toMatchObject({ kind: "PERMISSION_DENIED" });
    expect(server.asked).toEqual([]);
  });

  test("reads pages until there is no next one", async () => {
    await start(
      (url, n) =>
        [
          page(url, {}, 1),
          page(url, { columns }, 2),
          page(url, { columns, data: [[1], [2]] }, 3),
          page(url, { data: [[3]] }),
        ][n],
    );
    const seen: number[] = [];
    expect(
      await rows(await run("SELECT n;\n-- end", { onProgress: (percent) => seen.push(percent) })),
    ).toEqual([1n, 2n, 3n]);
    expect(server.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/v1/statement", "SELECT n\n-- end"],
      ["GET", "/v1/next/1", ""],
      ["GET", "/v1/next/2", ""],
      ["GET", "/v1/next/3", ""],
    ]);
  });

  test.each(["trino", "presto"] as const)("sends the headers of %s", async (protocol) => {
    await start((url) => page(url, { columns, data: [] }), {
      protocol,
      user: "me",
      session: { a: "b c", d: "1" },
    });
    await rows(await run("-- set session d = 2\nSELECT 1"));
    const { headers } = server.asked[0]!;
    expect(headers).toMatchObject({
      [`x-${protocol}-user`]: "me",
      [`x-${protocol}-catalog`]: "hive",
      [`x-${protocol}-schema`]: "db1",
      [`x-${protocol}-time-zone`]: "UTC",
      [`x-${protocol}-session`]: "a=b%20c,d=2",
    });
    expect(headers["authorization"]).toBeUndefined();
  });

  test.each<[Partial<RunOptions>, string]>([
    [{ parameters: ["1", "td_time_parse('1970-01-02')"] }, "EXECUTE prepared USING 1, CAST(86400 AS bigint)"],
    [{ describe: "output" }, "DESCRIBE OUTPUT prepared"],
    [{ describe: "input" }, "DESCRIBE INPUT prepared"],
  ])("prepares a statement with %j", async (options, body) => {
    await start((url) => page(url, { columns, data: [] }));
    await rows(await run("SELECT ? + ?", options));
    expect(server.asked[0]).toMatchObject({
      body,
      headers: { "x-trino-prepared-statement": "prepared=SELECT%20%3F%20%2B%20%3F" },
    });
  });

  test.each<[Partial<TrinoOptions>, string]>([
    [{ user: "me", password: "pä" }, `Basic ${Buffer.from("me:pä").toString("base64")}`],
    [{ token: "jwt" }, "Bearer jwt"],
  ])("authenticates", async (options, header) => {
    await start((url, n) => [page(url, {}, 1), page(url, { columns, data: [] })][n], options);
    await rows(await run("SELECT 1"));
    expect(server.asked.map(({ headers }) => headers["authorization"])).toEqual([header, header]);
  });

  test("the host in nextUri is ignored: credentials are sent to the cluster only", async () => {
    await start((_, n) => [page("http://127.0.0.1:9", {}, 1), page("", { columns, data: [[7]] })][n], {
      token: "jwt",
    });
    expect(await rows(await run("SELECT 1"))).toEqual([7n]);
    expect(server.asked[1]!.path).toBe("/v1/next/1");
  });

  test("retries while the cluster is busy", async () => {
    await start((url, n) =>
      n < 2
        ? { status: 503, body: "later" }
        : n === 3
          ? { status: 502, body: "" }
          : page(url, { columns, data: [[n]] }, n < 4 ? n : null),
    );
    expect(await rows(await run("SELECT 1"))).toEqual([2n, 4n]);
  });

  test("a page whose connection breaks is requested again; a statement is not sent again", async () => {
    await start((url, n) => ({
      ...page(url, { columns, data: [[n]] }, n < 3 ? n + 1 : null)!,
      ...(n === 1 && { cut: true }),
    }));
    expect(await rows(await run("SELECT 1"))).toEqual([0n, 2n, 3n]);
    expect(server.asked.map(({ path }) => path)).toEqual([
      "/v1/statement",
      "/v1/next/1",
      "/v1/next/1",
      "/v1/next/3",
    ]);
    await runner.close();
    await server.close();
    await start((url) => ({ ...page(url, { columns, data: [] })!, cut: true }));
    await expect(run("SELECT 1")).rejects.toThrow(/^The cluster at 127\.0\.0\.1:\d+ can't be reached: /);
    expect(server.asked).toHaveLength(1);
  });

  test("gives up in the end, and at once if a retry is pointless", async () => {
    await start(() => ({ status: 503, body: "no capacity" }), { retryMs: 200 });
    await expect(run("SELECT 1")).rejects.toThrow(
      /^The cluster at 127\.0\.0\.1:\d+ answered HTTP 503: no capacity$/,
    );
    await runner.close();
    await server.close();
    await start(() => ({ status: 401, body: "who are you" }));
    await expect(run("SELECT 1")).rejects.toThrow(/refused the service's user \(HTTP 401\): who are you$/);
    expect(server.asked).toHaveLength(1);
  });

  test("an error in the first or a later reply is thrown", async () => {
    const error = {
      message: "line 2:3: Column 'x' cannot be resolved",
      errorName: "COLUMN_NOT_FOUND",
      errorType: "USER_ERROR",
      errorLocation: { lineNumber: 2, columnNumber: 3 },
    };
    await start(
      (url, n) =>
        [
          page(url, { error }),
          page(url, { columns, data: [[1]] }, 1),
          page(url, { error: { message: "gone" } }),
        ][n],
    );
    await expect(run("SELECT x")).rejects.toMatchObject({
      kind: "COLUMN_NOT_FOUND",
      line: 2,
      column: 3,
      message: error.message,
    });
    await expect(run("SELECT 1").then(rows)).rejects.toMatchObject({
      kind: "GENERIC_INTERNAL_ERROR",
      message: "gone",
    });
  });

  test("an abort cancels the statement on the cluster", async () => {
    const stop = new AbortController();
    await start((url, n) => {
      if (n === 0) return page(url, {}, 1);
      stop.abort(new Error("stopped"));
      return undefined;
    });
    await expect(run("SELECT 1", { signal: stop.signal })).rejects.toThrow("stopped");
    expect(server.asked.at(-1)).toMatchObject({ method: "DELETE", path: "/v1/next/1" });
  });

  test("a reader that stops early cancels the statement on the cluster", async () => {
    await start((url, n) => page(url, { columns, data: [[n]] }, n + 1));
    for await (const _batch of (await run("SELECT 1")).batches) break;
    expect(server.asked.at(-1)).toMatchObject({ method: "DELETE", path: "/v1/next/1" });
  });

  test("a statement that writes has finished when it returns", async () => {
    await start(
      (url, n) =>
        [
          page(url, { updateType: "INSERT" }, 1),
          page(url, { columns, data: [[5]], updateType: "INSERT", updateCount: 5 }),
        ][n],
    );
    const execution = await run("INSERT INTO t VALUES 1");
    expect(execution).toMatchObject({ columns: [], updateType: "INSERT", updateCount: 5 });
  });

  test("rows may be in segments", async () => {
    await start((url, n) => {
      const inline = { type: "inline", data: Buffer.from("[[9007199254740993]]").toString("base64") };
      const spooled = {
        type: "spooled",
        uri: `${url}/segment`,
        ackUri: `${url}/ack`,
        headers: { "x-key": ["k"] },
      };
      return [
        page(url, { columns, data: { encoding: "json", segments: [inline, spooled] } }),
        { body: [[2]] },
        { body: "" },
      ][n];
    });
    expect(await rows(await run("SELECT 1"))).toEqual([9007199254740993n, 2n]);
    expect(server.asked[0]!.headers["x-trino-query-data-encoding"]).toBe("json");
    expect(server.asked[1]).toMatchObject({ path: "/segment", headers: { "x-key": "k" } });
  });

  test.each<[string, object, string]>([
    [
      "ended without a reason",
      { stats: { state: "FAILED" } },
      "the server ended it as FAILED and gave no reason",
    ],
    ["of another statement", { id: "q2", columns, data: [[2]] }, "a reply came twice or out of order"],
  ])("a page %s is not taken for a result", async (_, more, said) => {
    await start((url, n) => [page(url, { columns, data: [[1]] }, 1), page(url, more)][n]);
    await expect(run("SELECT 1").then(rows)).rejects.toThrow(said);
  });

  test("a malformed reply is reported", async () => {
    await start(() => ({ body: "<html>proxy</html>" }));
    await expect(run("SELECT 1")).rejects.toThrow(/sent a reply that is not JSON: <html>proxy<\/html>$/);
  });
});

test.each<[Partial<TrinoOptions>, string]>([
  [{ url: "nowhere" }, "is not a URL"],
  [{ url: "ftp://h" }, "must begin with http:// or https://"],
  [{ url: "http://u:p@h" }, "must not hold a user or a password"],
  [{ url: "http://h", password: "p" }, "A password or token is not sent to h over plain http; use https."],
  [{ url: "https://h", password: "p", token: "t" }, "a password or a token, not both"],
  [{ url: "https://h", catalog: "" }, "needs a catalog"],
])("refuses %j", (options, message) => {
  expect(() => new TrinoRunner({ url: "http://h", catalog: "c", ...options })).toThrow(message);
});
