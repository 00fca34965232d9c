import { describe, expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { httpServer, type HttpServer } from "./helpers/http-server.ts";

function serve(body: unknown): Promise<HttpServer> {
  return httpServer(() => ({ body: JSON.stringify(body) }));
}

describe("listings", () => {
  test("of databases", async () => {
    await using service = await serve({
      databases: [
        {
          name: "web",
          count: 1200,
          created_at: "2023-01-02 03:04:05 UTC",
          updated_at: "2023-02-03T04:05:06Z",
          organization: null,
          permission: "administrator",
        },
        { name: "odd", count: null, created_at: "", updated_at: "not a date" },
      ],
    });
    expect(await connect("1/k", service.url).list_databases()).toEqual([
      {
        name: "web",
        count: 1200,
        permission: "administrator",
        created_at: new Date("2023-01-02T03:04:05Z"),
        updated_at: new Date("2023-02-03T04:05:06Z"),
      },
      { name: "odd", count: 0, permission: null, created_at: new Date(0), updated_at: new Date(0) },
    ]);
  });

  test("of tables: schemas as text, as a list, missing or malformed; counts as digits", async () => {
    await using service = await serve({
      tables: [
        {
          name: "access",
          count: "42",
          estimated_storage_size: 20480,
          last_log_timestamp: "2024-05-06T07:00:00Z",
          type: "log",
          created_at: "2024-01-02 03:04:05 UTC",
          updated_at: null,
          expire_days: 30,
          schema: '[["host","string","h"],["code","long"]]',
        },
        { name: "list", schema: [["a", "int"]] },
        { name: "objects", schema: '[{"name":"a","type":"int"}]' },
        { name: "bare" },
        { name: "damaged", schema: "[[", count: "many" },
      ],
    });
    const [access, ...others] = await connect("1/k", service.url).list_tables("web");
    expect(access).toEqual({
      db_name: "web",
      name: "access",
      count: 42,
      estimated_storage_size: 20480,
      last_log_timestamp: new Date("2024-05-06T07:00:00Z"),
      created_at: new Date("2024-01-02T03:04:05Z"),
      updated_at: new Date(0),
      type: "log",
      schema: [
        { name: "host", type: "string", alias: "h" },
        { name: "code", type: "long" },
      ],
      expire_days: 30,
    });
    expect(others.map(({ schema, count }) => ({ schema, count }))).toEqual([
      { schema: [{ name: "a", type: "int" }], count: 0 },
      { schema: [{ name: "a", type: "int" }], count: 0 },
      { schema: [], count: 0 },
      { schema: [], count: 0 },
    ]);
  });
});

describe("single things", () => {
  test("whether a table exists", async () => {
    await using service = await serve({ tables: [{ name: "t" }] });
    const con = connect("1/k", service.url);
    expect(await con.exists("d", "t")).toBe(true);
    expect(await con.exists("d", "u")).toBe(false);
  });

  test('a failed request is not taken for "does not exist"', async () => {
    await using service = await httpServer(() => ({ status: 403, body: { message: "not yours" } }));
    const con = connect("1/k", service.url);
    await expect(con.exists("d")).rejects.toMatchObject({ name: "ForbiddenError" });
    await expect(con.exists("d", "t")).rejects.toMatchObject({ name: "ForbiddenError" });
    await expect(con.create_database_if_not_exists("d")).rejects.toMatchObject({ name: "ForbiddenError" });
    expect(service.seen.map(({ method }) => method)).toEqual(["GET", "GET", "GET"]);
  });

  test("a database is created only if it does not exist", async () => {
    await using service = await httpServer(({ url }) => ({
      body: url.endsWith("list") ? { databases: [{ name: "old" }] } : {},
    }));
    const con = connect("1/k", service.url);
    expect(await con.create_database_if_not_exists("old")).toBe(false);
    expect(await con.create_database_if_not_exists("new")).toBe(true);
    expect(service.seen.at(-1)?.url).toBe("/v3/database/create/new");
  });

  test("a job id is an integer", async () => {
    await expect(connect("1/k").get_job("12a")).rejects.toThrow('job id "12a" is not an integer');
  });
});

test("a client declared with `await using` is closed at the end of its block", async () => {
  await using service = await serve({ databases: [] });
  let kept;
  {
    await using client = connect("1/k", service.url, { env: {}, max_cumul_retry_delay: 0 });
    kept = client;
    expect(await client.list_databases()).toEqual([]);
  }
  await expect(kept.list_databases()).rejects.toThrow("the client is closed; connect again");
});
