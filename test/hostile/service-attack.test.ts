import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createApp } from "../../src/service/http/create-app.ts";
import type { Route } from "../../src/service/http/route.ts";
import { KeyRing, type ApiKey } from "../../src/service/access/keys.ts";
import { absentRoutes } from "../../src/service/routes/absent-routes.ts";
import type { ServiceParts } from "../../src/service/service-parts.ts";
import { serviceRoutes, startService, type Service } from "../../src/service/start-service.ts";
import { isShort, longTest } from "../jest/short-form.ts";
import { ENDLESS, endlessRunner } from "../service/helpers/endless-statement.ts";
import { msgpackGz } from "../service/helpers/msgpack-gz.ts";

const ADMIN = "1/a0b1c2d3e4f5a6b7c8d9";
const READER = "2/b0c1d2e3f4a5b6c7d8e9";
const OTHER = "3/c0d1e2f3a4b5c6d7e8f9";

const KEYS: readonly ApiKey[] = [
  { key: ADMIN, permission: "administrator", user_name: "admin" },
  { key: READER, permission: "query_only", user_name: "reader" },
  { key: OTHER, permission: "query_only", user_name: "other" },
];

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-attack-"));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: KEYS }), { mode: 0o600 });
  service = await startService({ dataDir: folder });
  await call("POST", "/v3/database/create/db1");
  expect((await call("POST", "/v3/table/create/db1/tab1/log")).status).toBe(200);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function call(
  method: string,
  path: string,
  key: string | null = ADMIN,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...(key === null ? {} : { authorization: `TD1 ${key}` }), ...(init.headers as object) };
  return fetch(service.url + path, { ...init, method, headers });
}

/** The table of routes, without their parts. */
function routeTable(): Route[] {
  const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
  return serviceRoutes(nothing as ServiceParts, new KeyRing(KEYS), () => "");
}

const filled = (path: string): string => path.replace(/:[a-z_]+/g, "x1");

describe("permissions, route by route", () => {
  const routes = routeTable();
  const rates = { perKey: [1e9, 1e9], wrongKeys: [1e9, 1e9] } as const;
  const app = createApp({ routes, keys: new KeyRing(KEYS), log: () => undefined, rates });
  const ask = (method: string, path: string, key: string | null): Promise<Response> =>
    app(
      new Request(`http://svc.test${path}`, {
        method,
        ...(key === null ? {} : { headers: { authorization: `TD1 ${key}` } }),
      }),
    );

  test("only these routes are open without a key", () => {
    expect(routes.length).toBeGreaterThan(40);
    const open = routes
      .filter(({ access }) => access === "open")
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      "DELETE /v1/statement/executing/:id/:slug/:page",
      "GET /openapi.json",
      "GET /v1/info",
      "GET /v1/statement/executing/:id/:slug/:page",
      "GET /v3/system/challenge",
      "GET /v3/system/server_status",
      "POST /v3/user/authenticate",
    ]);
  });

  test.each(
    routes
      .filter(({ access }) => access !== "open")
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )("%s", async (_name, route) => {
    const path = filled(route.path);
    const none = await ask(route.method, path, null);
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "TD1"]);
    const wrong = await ask(route.method, path, `${ADMIN.slice(0, -1)}b`);
    expect(wrong.status).toBe(401);
    if (route.access === "write" || route.access === "own")
      expect((await ask(route.method, path, READER)).status).toBe(403);
  });

  test("every route that changes data needs an administrator, except for one's own jobs and statements", () => {
    const absent = new Set(absentRoutes().map(({ method, path }) => `${method} ${path}`));
    const changing = routes.filter(
      ({ method, path, access }) =>
        method !== "GET" && (access === "read" || access === "any") && !absent.has(`${method} ${path}`),
    );
    expect(changing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "DELETE /v1/query/:id",
      "POST /v1/statement",
      "POST /v3/job/issue/:type/:database",
      "POST /v3/job/kill/:job_id",
    ]);
  });
});

describe("other users", () => {
  const issue = async (key: string): Promise<string> => {
    const body = new URLSearchParams({ query: "select 1 as secret" });
    const reply = await call("POST", "/v3/job/issue/presto/db1", key, { body });
    const { job_id } = (await reply.json()) as { job_id: string };
    await (await call("GET", `/v3/job/status/${job_id}?wait=10`, key)).arrayBuffer();
    return job_id;
  };

  test("their jobs can't be seen, read or killed without an administrator key", async () => {
    const id = await issue(READER);
    for (const [method, path] of [
      ["GET", `/v3/job/show/${id}`],
      ["GET", `/v3/job/status/${id}`],
      ["GET", `/v3/job/result/${id}`],
      ["POST", `/v3/job/kill/${id}`],
    ] as const) {
      expect([path, (await call(method, path, OTHER)).status]).toEqual([path, 403]);
      expect([path, (await call(method, path, READER)).status]).toEqual([path, 200]);
      expect([path, (await call(method, path, ADMIN)).status]).toEqual([path, 200]);
    }
    const listed = async (key: string) =>
      ((await (await call("GET", "/v3/job/list", key)).json()) as { jobs: { job_id: string }[] }).jobs.length;
    expect(await listed(OTHER)).toBe(0);
    expect(await listed(READER)).toBe(1);
  });

  test("their statements can't be seen or cancelled by id, nor read without the secret part of the URL", async () => {
    const headers = { "x-trino-user": READER, "x-trino-schema": "db1" };
    const reply = await fetch(`${service.url}/v1/statement`, {
      method: "POST",
      headers,
      body: "select 1 as n",
    });
    const { id, nextUri } = (await reply.json()) as { id: string; nextUri: string };
    expect((await call("GET", `/v1/query/${id}`, OTHER)).status).toBe(403);
    expect((await call("DELETE", `/v1/query/${id}`, OTHER)).status).toBe(403);
    const guessed = nextUri.replace(/[0-9a-f]{32}/, "0".repeat(32));
    expect(guessed).not.toBe(nextUri);
    expect((await fetch(guessed)).status).toBe(404);
    expect((await fetch(guessed, { method: "DELETE" })).status).toBe(404);
    expect((await fetch(nextUri)).status).toBe(200);
  });

  test("a query_only key can't change anything by SQL", async () => {
    for (const sql of [
      "insert into tab1 (time) values (1)",
      "create table tab2 (n bigint)",
      "create table tab2 as select 1 as n",
      "drop table tab1",
      "delete from tab1",
      "/* select */ drop table tab1",
      "-- select 1\ndrop table tab1",
      "alter table tab1 add column n bigint",
      "select 1; drop table tab1",
    ]) {
      const body = new URLSearchParams({ query: sql });
      const issued = await call("POST", "/v3/job/issue/presto/db1", READER, { body });
      const { job_id } = (await issued.json()) as { job_id: string };
      const ended = await call("GET", `/v3/job/status/${job_id}?wait=10`, READER);
      expect([sql, ((await ended.json()) as { status: string }).status]).toEqual([sql, "error"]);
    }
    const listed = await call("GET", "/v3/table/list/db1");
    expect(await listed.json()).toMatchObject({ tables: [{ name: "tab1", count: 0, schema: "[]" }] });
  });
});

describe("nested statements", () => {
  const run = async (
    sql: string,
    prepared: string,
  ): Promise<{ error?: { errorName: string }; data?: unknown[][] }> => {
    const headers = {
      "x-trino-user": READER,
      "x-trino-schema": "db1",
      "x-trino-prepared-statement": `p=${encodeURIComponent(prepared)}`,
    };
    const reply = await fetch(`${service.url}/v1/statement`, { method: "POST", headers, body: sql });
    let page = (await reply.json()) as Awaited<ReturnType<typeof run>> & { nextUri?: string };
    while (page.nextUri !== undefined) page = (await (await fetch(page.nextUri)).json()) as typeof page;
    return page;
  };
  const INNER = [
    "drop table tab1",
    "insert into tab1 (time) values (1)",
    "create table stolen as select 1 as n",
    "delete from tab1",
    "explain analyze drop table tab1",
    "explain analyze insert into tab1 (time) values (1)",
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select getenv('HOME')",
    "attach '/tmp/other.duckdb'",
    "copy tab1 to '/tmp/t.csv'",
    "prepare q from drop table tab1; execute q",
    "execute immediate 'drop table tab1'",
    "/* execute */ call enable_logging(storage='file', storage_path='/tmp/x')",
  ];
  const quoted = (sql: string): string => `'${sql.replaceAll("'", "''")}'`;

  test.each(INNER)("by EXECUTE, as a prepared statement and as a value: %s", async (inner) => {
    for (const [sql, prepared] of [
      [`execute immediate ${quoted(inner)}`, ""],
      [`EXECUTE/**/IMMEDIATE\n${quoted(inner)} -- using`, ""],
      [`execute immediate ${quoted(`execute immediate ${quoted(inner)}`)}`, ""],
      ["execute p", inner],
      ['execute "p"', ` ;\n${inner};`],
      ["execute p using 1", `${inner} -- ?`],
      [`execute p using 1); ${inner}; --`, "select (?"],
      [`execute p using (${inner})`, "select * from (values 1) where 1 in (select 1 from (?))"],
    ] as const) {
      const { error } = await run(sql, prepared);
      expect([sql, error?.errorName ?? "answered"]).toEqual([
        sql,
        expect.not.stringMatching(/^(answered|GENERIC_INTERNAL_ERROR)$/),
      ]);
    }
    const listed = (await (await call("GET", "/v3/table/list/db1")).json()) as { tables: unknown[] };
    expect(listed.tables).toEqual([expect.objectContaining({ name: "tab1", count: 0 })]);
  });
});

describe("a user who floods the queue", () => {
  const NUMBERS = "unnest(sequence(1, 10000))";
  // In the short form it takes no processor time.
  const endless = isShort
    ? ENDLESS
    : `select count(*) from ${NUMBERS} a(x) cross join ${NUMBERS} b(y) cross join ${NUMBERS} c(z) where x * y + z < 0`;
  let own: string;
  let flooded: Service;

  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), "svc-flood-"));
    await writeFile(join(own, "keys.json"), JSON.stringify({ keys: KEYS }), { mode: 0o600 });
    flooded = await startService({ dataDir: own, concurrency: 2, createRunner: endlessRunner });
    await ask("/v3/database/create/db1", ADMIN, { method: "POST" });
  });
  afterAll(async () => {
    await flooded.close();
    await rm(own, { recursive: true, force: true });
  });

  const ask = (path: string, key: string, init: RequestInit = {}): Promise<Response> =>
    fetch(flooded.url + path, { ...init, headers: { authorization: `TD1 ${key}` } });
  const issue = (key: string, query: string): Promise<Response> =>
    ask("/v3/job/issue/presto/db1", key, {
      method: "POST",
      body: new URLSearchParams({ query, priority: key === OTHER ? "2" : "0" }),
    });
  const statusOf = async (key: string, issued: Response): Promise<string> => {
    const { job_id } = (await issued.json()) as { job_id: string };
    return ((await (await ask(`/v3/job/status/${job_id}?wait=10`, key)).json()) as { status: string }).status;
  };

  test("does not delay other users, and gets an error when too much is queued", async () => {
    const statuses = new Set<number>();
    let refusal: Response | null = null;
    for (let i = 0; i < 40; i++) statuses.add((await issue(OTHER, endless)).status);
    const long = `${endless} -- ${"x".repeat(15 * 2 ** 20)}`;
    for (let i = 0; i < 6 && refusal === null; i++) {
      const issued = await issue(OTHER, long);
      if (issued.status !== 200) refusal = issued;
    }
    expect([...statuses]).toEqual([200]);
    expect([refusal?.status, refusal?.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await refusal?.json()).toMatchObject({
      message: expect.stringContaining("take all the memory that the service has for them"),
    });
    for (let i = 0; i < 5; i++)
      expect(await statusOf(READER, await issue(READER, `select ${i}`))).toBe("success");
    const direct = await fetch(`${flooded.url}/v1/statement`, {
      method: "POST",
      headers: { "x-trino-user": READER, "x-trino-schema": "db1" },
      body: "select 7 as n",
    });
    let page = (await direct.json()) as { nextUri?: string; data?: unknown[][] };
    const rows: unknown[][] = [];
    while (page.nextUri !== undefined) {
      page = (await (await fetch(page.nextUri)).json()) as typeof page;
      rows.push(...(page.data ?? []));
    }
    expect(rows).toEqual([[7]]);
  });
});

describe("limits", () => {
  test("a form that is too long is refused before it is read", async () => {
    const body = "x".repeat(17 * 2 ** 20);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await call("POST", "/v3/job/issue/presto/db1", ADMIN, { body, headers });
    expect(reply.status).toBe(413);
  });

  test("request headers that are too long are refused", async () => {
    const reply = await call("GET", "/v3/database/list", ADMIN, {
      headers: { "x-long": "y".repeat(20_000) },
    });
    expect(reply.status).toBe(431);
  });

  test("wrong keys are rate-limited, the right one is not", async () => {
    const statuses = new Map<number, number>();
    let retryAfter: string | null = null;
    for (let i = 0; i < 260; i++) {
      const reply = await call("GET", "/v3/database/list", `9/${i}`);
      await reply.arrayBuffer();
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      retryAfter ??= reply.headers.get("retry-after");
    }
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(retryAfter).toBe("1");
    expect((await call("GET", "/v3/database/list")).status).toBe(200);
  });

  longTest("a gzip bomb is refused, and leaves no file", async () => {
    const length = 31 * 2 ** 20;
    const head = Buffer.from([0x82, 0xa4, 0x74, 0x69, 0x6d, 0x65, 0x01, 0xa1, 0x61, 0xdb, 0, 0, 0, 0]);
    head.writeUInt32BE(length, 10);
    const record = Buffer.concat([head, Buffer.alloc(length, "a")]);
    const bomb = new Uint8Array(gzipSync(Buffer.concat([record, record, record]), { level: 9 }));
    expect(bomb.length).toBeLessThan(100_000);
    const reply = await call("PUT", "/v3/table/import/db1/tab1/msgpack.gz", ADMIN, { body: bomb });
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining("times its size")]);
    for (const name of ["uploads", "stages", "local"]) expect(await readdir(join(folder, name))).toEqual([]);
  });

  test("a record of unbounded length is refused before it fills the memory", async () => {
    const head = Buffer.from([0x81, 0xa1, 0x61, 0xdb, 0xff, 0xff, 0xff, 0xff]);
    const noise = Buffer.alloc(48 * 2 ** 20);
    for (let i = 0; i < noise.length; i += 64) noise[i] = (i * 2654435761) >>> 24;
    const body = new Uint8Array(gzipSync(Buffer.concat([head, noise]), { level: 1 }));
    const reply = await call("PUT", "/v3/table/import/db1/tab1/msgpack.gz", ADMIN, { body });
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining("longer than 33554432 bytes"),
    ]);
  });
});

describe("paths", () => {
  test.each([
    "/v3/../../etc/passwd",
    "/v3/job/result/..%2f..%2fkeys.json",
    "/v3/job/result/%2e%2e%2fkeys",
    "/v3/job/show/1%00",
    "/v3/table/list/..%2f..",
    "/v3/table/list/%00",
    "/v3/table/list/db1;x",
    "/v3/table/tail/db1/tab1%22%20union%20select%201--",
    "/keys.json",
    "/results/1.msgpack.gz",
    "//evil.example/v3/x",
    "/v3/bulk_import/list_parts/..%2f..%2f..",
  ])("%s reveals no file", async (path) => {
    const { hostname, port } = new URL(service.url);
    const head = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: TD1 ${ADMIN}\r\nconnection: close\r\n\r\n`;
    const answer = await raw(Number(port), head);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|422) /);
    expect(answer).not.toContain(ADMIN);
    expect(answer).not.toContain("root:");
  });

  test("names of parts and sessions can't escape their folder", async () => {
    for (const name of ["..", "../x", "a/../../b", ".", "\u0000", "x".repeat(300)]) {
      const encoded = encodeURIComponent(name);
      const created = await call("POST", `/v3/bulk_import/create/${encoded}/db1/tab1`);
      await created.arrayBuffer();
      if (created.status === 200) {
        const body = msgpackGz([{ time: 1 }]);
        await (
          await call("PUT", `/v3/bulk_import/upload_part/${encoded}/${encoded}`, ADMIN, { body })
        ).arrayBuffer();
        await (await call("POST", `/v3/bulk_import/delete/${encoded}`)).arrayBuffer();
      }
    }
    const top = (await readdir(folder)).sort();
    expect(
      top.filter(
        (name) =>
          !/^(audit\.jsonl|format\.json|local|jobs\.jsonl|keys\.json|results|service\.json|spill|stages|svc-data\..*|uploads)$/.test(
            name,
          ),
      ),
    ).toEqual([]);
    for (const name of ["uploads", "stages", "local"]) expect(await readdir(join(folder, name))).toEqual([]);
  });
});

test.each([
  ["bytes=999999999-", 416],
  ["bytes=5-2", 200],
  ["bytes=-0", 416],
  ["bytes=0-0,5-9", 200],
  ["bytes=0-99999999999999999999", 206],
  ["bytes=99999999999999999999-", 416],
  ["lines=1-2", 200],
])("the range %s gets status %i", async (range, status) => {
  const body = new URLSearchParams({ query: "select 1 as n" });
  const issued = await call("POST", "/v3/job/issue/presto/db1", ADMIN, { body });
  const { job_id } = (await issued.json()) as { job_id: string };
  await (await call("GET", `/v3/job/status/${job_id}?wait=10`)).arrayBuffer();
  const reply = await call("GET", `/v3/job/result/${job_id}?format=msgpack.gz`, ADMIN, {
    headers: { range },
  });
  expect(reply.status).toBe(status);
  await reply.arrayBuffer();
});

test("slow clients do not block others", async () => {
  const { port } = new URL(service.url);
  const slow = Array.from({ length: 100 }, () => {
    const socket = connectSocket(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("POST /v3/job/issue/presto/db1 HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n");
    return socket;
  });
  await Promise.all(slow.map((socket) => once(socket, "connect")));
  expect((await call("GET", "/v3/database/list")).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test("files with a key are readable by the owner only", async () => {
  for (const name of ["keys.json", "service.json", "jobs.jsonl"])
    expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
  for (const name of [".", "results", "uploads", "spill", "stages"])
    expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}
