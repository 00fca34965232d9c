import { describe, expect, test } from "@jest/globals";
import { Fault, ClusterError } from "../../../src/engine/errors/fault.ts";
import { createApp } from "../../../src/service/http/create-app.ts";
import type { Route } from "../../../src/service/http/route.ts";
import { KeyRing } from "../../../src/service/access/keys.ts";
import type { LogEntry } from "../../../src/engine/errors/log.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

const keys = new KeyRing([
  { key: "1/admin", permission: "administrator", user_name: "a" },
  { key: "2/query", permission: "query_only", user_name: "q" },
]);
const logged: LogEntry[] = [];
const route = (path: string, more: Partial<Route> = {}): Route => ({
  method: "GET",
  path,
  access: "read",
  summary: "",
  handle: ({ params, caller }) => ({ ...params, by: caller?.user_name ?? null }),
  ...more,
});
const app = createApp({
  keys,
  log: (entry) => logged.push(entry),
  routes: [
    route("/v3/open", { access: "open" }),
    route("/v3/read/:name/:other"),
    route("/v3/write", { method: "POST", access: "write" }),
    route("/v3/fault", {
      handle: () => {
        throw new Fault("already_exists", "Twice.", { conflicts_with: "7" });
      },
    }),
    route("/v3/bug", {
      handle: () => {
        throw new TypeError("internal detail");
      },
    }),
    ...["file", "engine"].map((of) =>
      route(`/v3/full/${of}`, {
        handle: () => {
          if (of === "engine") throw new Fault("no_space", "The disk of the data folder is full.");
          const message = "ENOSPC: no space left on device, write";
          throw Object.assign(new Error(message), { code: "ENOSPC", syscall: "write", errno: -28 });
        },
      }),
    ),
    route("/v3/cast", {
      handle: () => {
        throw new SqlError("INVALID_CAST_ARGUMENT", "The value 'secret' is no bigint.");
      },
    }),
    route("/v3/cluster", {
      handle: () => {
        throw new ClusterError("The cluster at h sent a reply that is not JSON", {
          detail: '{"data": "secret',
        });
      },
    }),
    route("/v3/big", { handle: () => ({ n: 9223372036854775807n }) }),
  ],
});

function get(path: string, key = "1/admin", init: RequestInit = {}): Promise<Response> {
  return app(new Request(`http://svc.test${path}`, { headers: { authorization: `TD1 ${key}` }, ...init }));
}

describe("paths", () => {
  test.each([
    ["/v3/read/a/b", { name: "a", other: "b" }],
    ["//v3/read/a/b", { name: "a", other: "b" }],
    ["////v3/read/a/b?x=/v3/open", { name: "a", other: "b" }],
    ["/v3/read/a%2Fb/%25%20c%3F", { name: "a/b", other: "% c?" }],
    // Some clients append a slash; a route may have one itself.
    ["/v3/read/a/b/", { name: "a", other: "b" }],
    ["/v3/read/%E8%AA%9E/%2525", { name: "語", other: "%25" }],
  ])("%s", async (path, params) => {
    expect(await (await get(path)).json()).toMatchObject(params);
  });

  test.each([
    ["/v3/read/a", 404, "There is no /v3/read/a on this service."],
    ["/v3/read/a/", 404, "There is no /v3/read/a on this service."],
    ["/v3/write", 405, "/v3/write answers POST, not GET."],
    ["/v3/read/%ff/b", 400, "The path /v3/read/%ff/b is not percent-encoded UTF-8."],
  ])("%s is a %i", async (path, status, message) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message });
  });

  test("a 405 lists the methods that are allowed", async () => {
    expect((await get("/v3/write")).headers.get("allow")).toBe("POST");
  });
});

describe("keys", () => {
  test.each([
    ["/v3/open", "", 200],
    ["/v3/read/a/b", "2/query", 200],
    ["/v3/read/a/b", "3/unknown", 401],
    ["/v3/read/a/b", "", 401],
  ])("GET %s with key %p is %i", async (path, key, status) => {
    expect((await get(path, key)).status).toBe(status);
  });

  test("only administrators write", async () => {
    expect((await get("/v3/write", "1/admin", { method: "POST" })).status).toBe(200);
    const response = await get("/v3/write", "2/query", { method: "POST" });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      message: "The API key may only query; POST /v3/write needs an administrator key.",
    });
  });

  test.each([
    { "x-trino-user": "2/query" },
    { "x-presto-user": "2/query" },
    { authorization: "2/query" },
    { authorization: `Basic ${Buffer.from("2/query:").toString("base64")}` },
  ])("can be sent as %p, too", async (headers) => {
    const response = await app(new Request("http://svc.test/v3/read/a/b", { headers }));
    expect(await response.json()).toMatchObject({ by: "q" });
  });
});

describe("faults", () => {
  test("carry their status and details", async () => {
    const response = await get("/v3/fault");
    expect(response.status).toBe(409);
    // Clients look for the text in different fields.
    expect(await response.json()).toEqual({
      error: "Twice.",
      text: "Twice.",
      message: "Twice.",
      severity: "error",
      details: { conflicts_with: "7" },
    });
  });

  test("of the service itself are logged, and the reply reveals no internals", async () => {
    const response = await get("/v3/bug");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("internal detail");
    expect(logged).toEqual([
      {
        event: "request_failed",
        method: "GET",
        path: "/v3/bug",
        fault: "TypeError",
        at: expect.stringContaining("create-app.test.ts:"),
      },
    ]);
  });

  test("of a statement or a cluster are sent to the client, and no value is logged", async () => {
    logged.length = 0;
    const cast = await get("/v3/cast");
    expect([cast.status, await cast.json()]).toMatchObject([
      422,
      { message: "The value 'secret' is no bigint." },
    ]);
    const cluster = await get("/v3/cluster");
    expect([cluster.status, await cluster.json()]).toMatchObject([
      503,
      { message: 'The cluster at h sent a reply that is not JSON: {"data": "secret' },
    ]);
    expect(logged).toMatchObject([
      { fault: "ClusterError", what: "The cluster at h sent a reply that is not JSON" },
    ]);
    expect(JSON.stringify(logged)).not.toContain("secret");
  });
});

test("64-bit integers keep their digits", async () => {
  expect(await (await get("/v3/big")).text()).toBe('{"n":9223372036854775807}');
});

test("HEAD answers like GET, without a body", async () => {
  const response = await get("/v3/open", "", { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test.each([
  ["file", "ENOSPC: no space left on device, write"],
  ["engine", "The disk of the data folder is full."],
])("a full disk is in the log: an error of the %s", async (of, what) => {
  logged.length = 0;
  const reply = await get(`/v3/full/${of}`);
  expect([reply.status, await reply.text()]).toEqual([
    507,
    expect.stringContaining("The disk of the data folder is full"),
  ]);
  expect(logged).toEqual([
    expect.objectContaining({ event: "request_failed", path: `/v3/full/${of}`, what }),
  ]);
});
