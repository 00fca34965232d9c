import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { decodeMulti } from "@msgpack/msgpack";
import { msgpackGz } from "../helpers/msgpack-gz.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: () => 1_700_000_000_000 });
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/table/create/test_db/events/log");
});

afterAll(() => service.remove());

function put(path: string, records: readonly unknown[]): Promise<Response> {
  return service.request(path, { method: "PUT", body: msgpackGz(records) });
}

async function tail(query: string): Promise<unknown[]> {
  const response = await service.request(`/v3/table/tail/test_db/events?${query}`);
  return [...decodeMulti(await response.arrayBuffer())];
}

test("records are imported, and tail returns the newest first", async () => {
  const response = await put("/v3/table/import/test_db/events/msgpack.gz", [
    { time: 10, host: "a" },
    { time: 30, host: "c" },
    { time: 20, host: "b" },
  ]);
  expect(response.status).toBe(200);
  expect((await response.json()) as object).toMatchObject({ elapsed_time: expect.any(Number) });
  expect(await tail("count=2&format=msgpack")).toEqual([
    { time: 30, host: "c" },
    { time: 20, host: "b" },
  ]);
  expect(await readdir(join(service.dataDir, "stages"))).toEqual([]);
  expect(await readdir(join(service.dataDir, "uploads"))).toEqual([]);
});

test("a column keeps its type while the imported values fit", async () => {
  await service.post("/v3/table/create/test_db/narrow/log");
  const schema = JSON.stringify([["a", "int"]]);
  await service.post("/v3/table/update-schema/test_db/narrow", { schema });
  const columns = async (value: number): Promise<unknown> => {
    await put("/v3/table/import/test_db/narrow/msgpack.gz", [{ time: 1, a: value }]);
    return (await service.json("/v3/table/show/test_db/narrow"))["schema"];
  };
  expect(await columns(2_147_483_647)).toBe('[["a","int"]]');
  expect(await columns(2_147_483_648)).toBe('[["a","long"]]');
});

test("a column's name with a NUL character is refused, with its records", async () => {
  const response = await put("/v3/table/import/test_db/events/msgpack.gz", [{ time: 40, "a\0": 1 }]);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain("names have no NUL character");
  expect(await tail("count=1&format=msgpack")).toEqual([{ time: 30, host: "c" }]);
});

test("an import id is loaded once", async () => {
  for (let i = 0; i < 2; i++) {
    const response = await put("/v3/table/import_with_id/test_db/events/id-1/msgpack.gz", [
      { time: 40, host: "d" },
    ]);
    expect(response.status).toBe(200);
  }
  expect(await tail("count=100")).toHaveLength(4);
});

test("tail has one format", async () => {
  const response = await service.request("/v3/table/tail/test_db/events?format=csv");
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("format csv")]);
});

test("a record without time gets the time of arrival", async () => {
  await put("/v3/table/import/test_db/events/msgpack.gz", [{ host: "now" }]);
  expect(await tail("count=1")).toEqual([{ time: 1_700_000_000, host: "now" }]);
});

test.each([
  ["/v3/table/import/test_db/missing/msgpack.gz", 404],
  ["/v3/table/import/missing_db/events/msgpack.gz", 404],
  ["/v3/table/import/test_db/events/csv.gz", 400],
])("%s gets %i", async (path, status) => {
  expect((await put(path, [{ time: 1 }])).status).toBe(status);
});

test("an invalid body changes nothing", async () => {
  const before = await tail("count=100");
  const path = "/v3/table/import/test_db/events/msgpack.gz";
  const cut = msgpackGz([{ time: 1, host: "whole" }, { time: 2 }]).slice(0, -12);
  for (const body of ["text", msgpackGz([{ time: 1 }, 5]), cut]) {
    expect((await service.request(path, { method: "PUT", body })).status).toBe(400);
  }
  expect(await tail("count=100")).toEqual(before);
});
