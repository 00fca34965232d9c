import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { gunzipSync } from "node:zlib";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { connect, create_engine, read_svc_job, read_svc_query } from "../../../src/core/pandas-td.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
let engine: ReturnType<typeof create_engine>;
let asked: string[];

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
  const client = connect(service.apikey, service.url, {
    fetch: (url, init) => {
      asked.push(new URL(url).pathname.split("/")[3] + new URL(url).search);
      return fetch(url, init as RequestInit);
    },
  });
  engine = create_engine("presto:test_db", client);
});
afterAll(() => service.remove());

const QUERY =
  "select i as n, i * 0.5::double as d, case when i % 3 = 0 then null else 'é ' || i end as s from range(9) t(i)";
const ROWS = Array.from({ length: 9 }, (_, i) => ({ n: i, d: i * 0.5, s: i % 3 === 0 ? null : `é ${i}` }));
const files = (): Promise<string[]> => readdir(join(service.dataDir, "results"));

test("svclib's results are stored in blocks and read as such", async () => {
  asked = [];
  const table = await read_svc_query(QUERY, engine);
  expect(table.objects()).toEqual(ROWS);
  expect(asked.at(-1)).toBe("result?format=blocks");
  expect(await files()).toEqual(["1.blocks"]);
});

test("a client without block support gets the size of the public form, and reads it", async () => {
  const { result_size } = await service.json<{ result_size: number }>("/v3/job/show/1");
  const body = await (await service.request("/v3/job/result/1?format=msgpack.gz")).arrayBuffer();
  expect(body.byteLength).toBe(result_size);
  expect(gunzipSync(Buffer.from(body)).length).toBeGreaterThan(50);
  expect(await files()).toEqual(["1.msgpack.gz"]);
  expect((await service.json<{ jobs: object[] }>("/v3/job/list")).jobs[0]).toMatchObject({ result_size });
});

test("a result that other clients have read or issued is read in the public form", async () => {
  asked = [];
  expect((await read_svc_job(1, engine)).objects()).toEqual(ROWS);
  const id = await service.runJob(QUERY);
  expect((await read_svc_job(id, engine)).objects()).toEqual(ROWS);
  expect(asked.filter((path) => path.startsWith("result"))).toEqual(
    Array(2).fill("result?format=msgpack.gz"),
  );
});

test("a result that is rewritten after job/show can be read", async () => {
  const client = engine.client;
  const table = await read_svc_query(QUERY, engine);
  expect(table.numRows()).toBe(9);
  const job = await client.get_job(3);
  await service.json("/v3/job/show/3");
  asked = [];
  expect((await job.result()).objects()).toEqual(ROWS);
  expect(asked).toEqual(
    ["result?format=blocks", "show", "result?format=msgpack.gz"].map((path) => expect.stringContaining(path)),
  );
});

test("a listing has no size for a result in blocks", async () => {
  await read_svc_query(QUERY, engine);
  const { jobs } = await service.json<{ jobs: { result_size: unknown }[] }>("/v3/job/list");
  expect(jobs[0]?.result_size).toBeNull();
});
