import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createRequire } from "node:module";
import { BasicAuth, Trino } from "trino-client";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
});

afterAll(() => service.remove());

const SQL = "select i as n, 'x' || i as s from range(3) t(i)";

test("trino-client reads rows and errors", async () => {
  const client = Trino.create({
    server: service.url,
    schema: "test_db",
    auth: new BasicAuth(service.apikey),
  });
  const rows: unknown[] = [];
  for await (const { data } of await client.query(SQL)) rows.push(...(data ?? []));
  expect(rows).toEqual([
    [0, "x0"],
    [1, "x1"],
    [2, "x2"],
  ]);
  let error: unknown;
  for await (const result of await client.query("selec")) error = result.error ?? error;
  expect(error).toMatchObject({ errorName: "SYNTAX_ERROR" });
});

interface PrestoClient {
  execute(options: {
    query: string;
    schema: string;
    data(error: unknown, rows: unknown[][]): void;
    success(error: unknown): void;
    error(error: unknown): void;
  }): void;
}

/** Runs a statement with presto-client. */
async function presto(query: string): Promise<unknown[][]> {
  const { Client } = createRequire(import.meta.url)("presto-client") as {
    Client: new (options: object) => PrestoClient;
  };
  const { hostname, port } = new URL(service.url);
  const client = new Client({
    host: hostname,
    port: Number(port),
    user: service.apikey,
    catalog: "td-presto",
    checkInterval: 20,
  });
  const rows: unknown[][] = [];
  await new Promise<void>((resolve, reject) => {
    client.execute({
      query,
      schema: "test_db",
      data: (_error, data) => rows.push(...data),
      success: () => resolve(),
      error: (error) => reject(new Error(JSON.stringify(error))),
    });
  });
  return rows;
}

test("presto-client reads rows and errors", async () => {
  expect(await presto(SQL)).toEqual([
    [0, "x0"],
    [1, "x1"],
    [2, "x2"],
  ]);
  await expect(presto("selec")).rejects.toThrow("SYNTAX_ERROR");
});

test("rows written by one client are read by the other, page by page", async () => {
  const client = Trino.create({
    server: service.url,
    schema: "test_db",
    auth: new BasicAuth(service.apikey),
  });
  for (const sql of ["create table shared (n bigint)", "insert into shared select range from range(50000)"])
    for await (const { error } of await client.query(sql)) expect(error).toBeUndefined();
  const rows = await presto("select n from shared order by n");
  expect(rows).toHaveLength(50_000);
  expect(rows[49_999]).toEqual([49_999]);
});
