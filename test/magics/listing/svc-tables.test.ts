import { expect, test } from "@jest/globals";
import { svc_tables } from "../../../src/magics/listing/svc-tables.ts";
import { fakeService, type FakeReply } from "../helpers/fake-service.ts";
import { recordingHost } from "../helpers/recording-host.ts";

const table = (name: string, count = 1): object => ({
  id: 1,
  name,
  estimated_storage_size: 20480,
  last_log_timestamp: null,
  count,
  created_at: "2024-01-02 03:04:05 UTC",
  updated_at: "2024-01-02 03:04:05 UTC",
  type: "log",
  schema: "[]",
});

const routes: Record<string, FakeReply> = {
  "GET /v3/database/list": { databases: ["web", "myweb", "shop"].map((name) => ({ name })) },
  "GET /v3/table/list/web": { database: "web", tables: [table("access", 42), table("errors")] },
  "GET /v3/table/list/myweb": { database: "myweb", tables: [table("access")] },
  "GET /v3/table/list/shop": { database: "shop", tables: [table("orders")] },
};

test("lists all, with the columns of the interface, sorted by database", async () => {
  const { client } = fakeService(routes);
  const tables = await svc_tables("", { connection: client });
  expect(tables.columnNames()).toEqual([
    "db_name",
    "name",
    "count",
    "estimated_storage_size",
    "last_log_timestamp",
    "created_at",
  ]);
  expect(tables.objects().map((row): unknown[] => Object.values(row as object))).toEqual([
    ["web", "access", 42, 20480, new Date(0), new Date("2024-01-02T03:04:05Z")],
    ["web", "errors", 1, 20480, new Date(0), new Date("2024-01-02T03:04:05Z")],
    ["myweb", "access", 1, 20480, new Date(0), new Date("2024-01-02T03:04:05Z")],
    ["shop", "orders", 1, 20480, new Date(0), new Date("2024-01-02T03:04:05Z")],
  ]);
});

test("lists only databases in which the pattern can match", async () => {
  const { client, requests } = fakeService(routes);
  const tables = await svc_tables("^web.a", { connection: client });
  expect(tables.array("name")).toEqual(["access"]);
  expect(requests).toEqual(["GET /v3/database/list", "GET /v3/table/list/web"]);
});

test("a failing database is named, and the others are listed", async () => {
  const host = recordingHost();
  const { client } = fakeService({
    ...routes,
    "GET /v3/table/list/myweb": { status: 403, message: "not yours" },
  });
  const tables = await svc_tables("", { connection: client });
  expect(tables.array("db_name")).toEqual(["web", "web", "shop"]);
  expect(host.printed).toEqual([
    expect.stringMatching(/^stderr: WARNING: the tables of myweb are missing here: .*not yours.*\n$/),
  ]);
});

test("if none can be listed the first error is thrown", async () => {
  const { client } = fakeService({ "GET /v3/database/list": routes["GET /v3/database/list"] as object });
  await expect(svc_tables("", { connection: client })).rejects.toThrow(/web/);
});

test("an invalid pattern sends no request", async () => {
  const { client, requests } = fakeService(routes);
  await expect(svc_tables("a)", { connection: client })).rejects.toThrow("'a)' is not a regular expression");
  expect(requests).toEqual([]);
});
