import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { open, readdir, stat, truncate } from "node:fs/promises";
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
/** The first two bytes of a job's Arrow stream, once it is kept whole. */
const beginning = (job: string, more = ""): Promise<Response> =>
  service.request(`/v3/job/result/${job}?format=arrow${more}`, { headers: { range: "bytes=0-1" } });

test("a result gives the same Arrow stream from each storage form, and is kept beside it", async () => {
  await read_svc_query(QUERY, engine);
  await service.runJob(QUERY);
  expect(await files()).toEqual(["1.blocks", "2.msgpack.gz"]);
  for (const job of ["1", "2"]) {
    const response = await service.request(`/v3/job/result/${job}?format=arrow`);
    expect(response.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const table = tableFromIPC(await response.arrayBuffer());
    expect(table.toArray()).toEqual(ROWS);
    expect((await beginning(job)).status).toBe(206);
  }
  expect(await files()).toEqual(["1.arrow", "1.blocks", "2.arrow", "2.msgpack.gz"]);
});

test("batches are compressed for whoever asks for it, if the runtime has Zstandard", async () => {
  const path = "/v3/job/result/1?format=arrow&compression=zstd";
  const response = await service.request(path);
  expect(response.headers.get("content-location")).toBe(path);
  expect(tableFromIPC(await response.arrayBuffer()).toArray()).toEqual(ROWS);
  expect((await beginning("1", "&compression=zstd")).status).toBe(206);
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

const MANY = "select i as n, 'text ' || i as s from range(300000) t(i)";

test("a first reply begins before the stream is whole; later ones have its length", async () => {
  await read_svc_query(MANY, engine);
  const replies = await Promise.all([0, 1].map(() => service.request("/v3/job/result/5?format=arrow")));
  const [first, other] = await Promise.all(replies.map((reply) => reply.arrayBuffer()));
  expect(replies[0]!.headers.get("content-length")).toBeNull();
  expect(tableFromIPC(first!).numRows).toBe(300_000);
  await beginning("5");
  const later = await service.request("/v3/job/result/5?format=arrow");
  expect(later.headers.get("content-length")).toBe(String(first!.byteLength));
  expect(later.headers.get("etag")).not.toBeNull();
  const kept = Buffer.from(await later.arrayBuffer());
  expect([first, other].map((bytes) => Buffer.from(bytes!).equals(kept))).toEqual([true, true]);
});

test("a client that leaves early leaves a whole stream behind", async () => {
  await read_svc_query(MANY, engine);
  const reply = await service.request("/v3/job/result/6?format=arrow");
  await reply.body?.cancel();
  const whole = await stat(join(service.dataDir, "results", "5.arrow"));
  expect((await beginning("6")).headers.get("content-range")).toBe(`bytes 0-1/${whole.size}`);
  expect((await files()).filter((name) => name.startsWith("6."))).toEqual(["6.arrow", "6.blocks"]);
});

test("a reply that fails in the midst breaks off, and the next one says why", async () => {
  await read_svc_query(MANY, engine);
  const path = join(service.dataDir, "results", "7.blocks");
  const { size } = await stat(path);
  const file = await open(path, "r+");
  await file.write("damage", size - 5000);
  await file.close();
  const reply = await service.request("/v3/job/result/7?format=arrow");
  expect(reply.status).toBe(200);
  await expect(reply.arrayBuffer()).rejects.toThrow("checksum");
  const next = await service.request("/v3/job/result/7?format=arrow");
  expect([next.status, await next.text()]).toEqual([404, expect.stringContaining("the file is damaged")]);
  expect((await files()).filter((name) => name.startsWith("7."))).toEqual(["7.blocks"]);
});

test("the reply for a damaged file breaks off", async () => {
  await truncate(join(service.dataDir, "results", "2.msgpack.gz"), 60);
  const response = await service.request("/v3/job/result/2?format=arrow");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("the file is damaged");
});
