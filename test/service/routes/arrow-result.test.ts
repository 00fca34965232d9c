import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { connect, create_engine, read_svc_query } from "../../../src/core/pandas-td.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
let engine: ReturnType<typeof create_engine>;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
  engine = create_engine("presto:test_db", connect(service.apikey, service.url));
});
afterAll(() => service.remove());

const QUERY = `select i as n, i / 2 as d, case when i % 3 = 0 then null else 'é ' || i end as s, i > 1 as b
  from range(4) t(i)`;
const ROWS = [
  { n: 0, d: 0, s: null, b: false },
  { n: 1, d: 0.5, s: "é 1", b: false },
  { n: 2, d: 1, s: "é 2", b: true },
  { n: 3, d: 1.5, s: null, b: true },
];
const files = (): Promise<string[]> => readdir(join(service.dataDir, "results"));

test("a result gives the same Arrow stream from each storage form, and is kept beside it", async () => {
  await read_svc_query(QUERY, engine);
  await service.runJob(QUERY);
  expect(await files()).toEqual(["1.blocks", "2.msgpack.gz"]);
  for (const job of ["1", "2"]) {
    const response = await service.request(`/v3/job/result/${job}?format=arrow`);
    expect(response.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const table = tableFromIPC(await response.arrayBuffer());
    expect(table.toArray()).toEqual(ROWS);
  }
  expect(await files()).toEqual(["1.arrow", "1.blocks", "2.arrow", "2.msgpack.gz"]);
});

test("batches are compressed for whoever asks for it, if the runtime has Zstandard", async () => {
  const path = "/v3/job/result/1?format=arrow&compression=zstd";
  const response = await service.request(path);
  expect(response.headers.get("content-location")).toBe(path);
  expect(tableFromIPC(await response.arrayBuffer()).toArray()).toEqual(ROWS);
  expect(await files()).toContain("1.arrow.zst");
  const wrong = ["format=arrow&compression=lz4", "format=json&compression=zstd"].map((query) =>
    service.request(`/v3/job/result/1?${query}`),
  );
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400]);
});

test("job.arrow() returns the bytes of an Arrow stream", async () => {
  const bytes = await (await engine.client.get_job(1)).arrow();
  expect(tableFromIPC(bytes).toArray()).toEqual(ROWS);
  const two = await (await engine.client.get_job(2)).arrow({ limit: 2 });
  expect(tableFromIPC(two).numRows).toBe(2);
});

test("a result without rows has its columns", async () => {
  await read_svc_query("select 1 as a, 'x' as b where false", engine);
  const table = tableFromIPC(await (await service.request("/v3/job/result/3?format=arrow")).arrayBuffer());
  expect([table.names, table.numRows]).toEqual([["a", "b"], 0]);
});

test("HEAD answers without a body, and encodes nothing", async () => {
  await read_svc_query("select 1 as a", engine);
  const head = async (job: string): Promise<unknown[]> => {
    const { status, headers } = await service.request(`/v3/job/result/${job}?format=arrow`, {
      method: "HEAD",
    });
    return [status, headers.get("content-type"), Number(headers.get("content-length")) > 0];
  };
  const type = "application/vnd.apache.arrow.stream";
  expect(await head("1")).toEqual([200, type, true]);
  expect(await head("4")).toEqual([200, type, false]);
  expect(await files()).toContain("4.blocks");
  expect(await files()).not.toContain("4.arrow");
});

test("the reply for a damaged file breaks off", async () => {
  await truncate(join(service.dataDir, "results", "2.msgpack.gz"), 60);
  const response = await service.request("/v3/job/result/2?format=arrow");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("the file is damaged");
});
