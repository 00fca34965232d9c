import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decodeMulti } from "@msgpack/msgpack";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { startTestService, type TestService } from "./helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
});

afterAll(() => service.remove());

test("a query runs as a job and its result is downloaded as msgpack.gz", async () => {
  const issued = await service.post("/v3/job/issue/presto/test_db", { query: "select 1 as n, 'x' as s" });
  expect(await issued.json()).toEqual({ job: "1", job_id: "1", database: "test_db" });
  expect(await service.json("/v3/job/status/1")).toMatchObject({
    job_id: "1",
    status: "success",
    percent: null,
    num_records: 1,
    end_at: expect.stringMatching(/ UTC$/),
  });
  const shown = await service.json<{ result_size: number }>("/v3/job/show/1");
  expect(shown).toMatchObject({
    job_id: "1",
    status: "success",
    type: "presto",
    num_records: 1,
    hive_result_schema: '[["n","integer"],["s","varchar"]]',
    result: "",
  });
  const response = await service.request("/v3/job/result/1?format=msgpack.gz");
  const body = Buffer.from(await response.arrayBuffer());
  expect(body.length).toBe(shown.result_size);
  expect([...decodeMulti(gunzipSync(body))]).toEqual([[1, "x"]]);
});

test("service.json has the address and key, readable by this user only", async () => {
  const path = join(service.dataDir, "service.json");
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
    url: service.url,
    apikey: service.apikey,
    pid: process.pid,
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(service.dataDir, "keys.json"))).mode & 0o777).toBe(0o600);
});

describe("over a socket", () => {
  test("double slashes before the path are accepted", async () => {
    const response = await fetch(`${service.url}//v3/database/list`, {
      headers: { authorization: `TD1 ${service.apikey}` },
    });
    expect(await response.json()).toMatchObject({
      databases: [{ name: "test_db", permission: "administrator" }],
    });
  });
});

test("a second service on the folder is refused", async () => {
  await expect(startTestService({ dataDir: service.dataDir })).rejects.toThrow(
    /is already in use by this process/,
  );
});

test("if one part can't be closed the others are, and the error is thrown", async () => {
  const other = await startTestService();
  const path = join(other.dataDir, "service.json");
  await rm(path);
  await mkdir(path);
  await expect(other.close()).rejects.toThrow("service.json");
  await expect(fetch(other.url)).rejects.toThrow("fetch failed");
  // The data file is not locked any more.
  await rm(path, { recursive: true });
  await (await startTestService({ dataDir: other.dataDir })).remove();
});
