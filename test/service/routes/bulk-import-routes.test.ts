import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decodeMulti, encode } from "@msgpack/msgpack";
import { gunzipSync, gzipSync } from "node:zlib";
import { msgpackGz } from "../helpers/msgpack-gz.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
});

afterAll(() => service.remove());

async function upload(session: string, part: string, records: readonly unknown[]): Promise<number> {
  const path = `/v3/bulk_import/upload_part/${session}/${encodeURIComponent(part)}`;
  return (await service.request(path, { method: "PUT", body: msgpackGz(records) })).status;
}

async function step(verb: string, session: string): Promise<number> {
  return (await service.post(`/v3/bulk_import/${verb}/${session}`)).status;
}

async function perform(session: string): Promise<string> {
  const { job_id } = (await (await service.post(`/v3/bulk_import/perform/${session}`)).json()) as {
    job_id: number;
  };
  const { status } = await service.json<{ status: string }>(`/v3/job/status/${job_id}?wait=10`);
  return status;
}

const show = (session: string) => service.json(`/v3/bulk_import/show/${session}`);

async function rowsOf(sql: string): Promise<string[]> {
  const id = await service.runJob(sql);
  return (await (await service.request(`/v3/job/result/${id}?format=json`)).text()).trimEnd().split("\n");
}

describe("a whole session", () => {
  test("from create to commit: its rows are in the table", async () => {
    await service.post("/v3/table/create/test_db/whole/log");
    expect((await service.post("/v3/bulk_import/create/s1/test_db/whole", { mode: "append" })).status).toBe(
      200,
    );
    expect(await show("s1")).toEqual({
      name: "s1",
      bulk_import: "s1",
      database: "test_db",
      table: "whole",
      status: "uploading",
      upload_frozen: false,
      job_id: null,
      valid_records: null,
      error_records: null,
      valid_parts: null,
      error_parts: null,
    });
    const first = [
      { "": 0, a_b: 1, c_d: "x", time: 1700000000, index: 0 },
      { "": 1, a_b: 2, c_d: null, time: 1700000001, index: 1 },
    ];
    expect(await upload("s1", "part-0", first)).toBe(200);
    expect(await upload("s1", "part-1", [{ a_b: 9223372036854775807n, time: 1700000002 }])).toBe(200);
    expect(await service.json("/v3/bulk_import/list_parts/s1")).toMatchObject({
      parts: ["part-0", "part-1"],
    });
    expect(await step("freeze", "s1")).toBe(200);
    expect(await perform("s1")).toBe("success");
    expect(await show("s1")).toMatchObject({
      status: "ready",
      upload_frozen: true,
      valid_records: 3,
      error_records: 0,
      valid_parts: 2,
      error_parts: 0,
    });
    expect(await rowsOf("select count(*) from whole")).toEqual(["[0]"]);
    expect(await step("commit", "s1")).toBe(200);
    expect(await show("s1")).toMatchObject({ status: "committed" });
    expect(await step("commit", "s1")).toBe(200);
    expect(await rowsOf("select time, a_b, c_d, index from whole order by time")).toEqual([
      '[1700000000,1,"x",0]',
      "[1700000001,2,null,1]",
      "[1700000002,9223372036854775807,null,null]",
    ]);
    expect(await step("delete", "s1")).toBe(200);
    expect((await service.request("/v3/bulk_import/show/s1")).status).toBe(404);
  });

  test("a session without parts commits nothing", async () => {
    await service.post("/v3/table/create/test_db/empty/log");
    await service.post("/v3/bulk_import/create/s2/test_db/empty");
    await step("freeze", "s2");
    expect(await perform("s2")).toBe("success");
    expect(await show("s2")).toMatchObject({ valid_records: 0, valid_parts: 0 });
    expect(await step("commit", "s2")).toBe(200);
    expect(await rowsOf("select count(*) from empty")).toEqual(["[0]"]);
  });
});

describe("parts", () => {
  test("an equal name replaces a part; empty names and five uploads at a time are accepted", async () => {
    await service.post("/v3/table/create/test_db/parts/log");
    await service.post("/v3/bulk_import/create/s3/test_db/parts");
    await upload("s3", "part", [{ time: 1, n: 1 }]);
    await upload("s3", "part", [{ time: 2, n: 2 }]);
    await upload("s3", "", [{ time: 3, n: 3 }]);
    const many = Array.from({ length: 5 }, (_, i) => upload("s3", `p${i}`, [{ time: 10 + i, n: 10 + i }]));
    expect(await Promise.all([...many, show("s3").then(() => 200)])).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await service.post("/v3/bulk_import/delete_part/s3/p4")).status).toBe(200);
    await step("freeze", "s3");
    expect(await upload("s3", "late", [{ time: 1 }])).toBe(422);
    await perform("s3");
    await step("commit", "s3");
    expect(await rowsOf("select n from parts order by n")).toEqual([
      "[2]",
      "[3]",
      "[10]",
      "[11]",
      "[12]",
      "[13]",
    ]);
  });

  test.each(["a/b", "a.b.c", "x".repeat(151)])("the name %s is refused", async (part) => {
    expect(await upload("s3", part, [])).toBe(422);
    await service.post("/v3/table/create/test_db/part_names/log");
    await service.post("/v3/bulk_import/create/names/test_db/part_names");
    expect(await upload("names", part, [])).toBe(400);
  });
});

describe("invalid records and parts", () => {
  test("records without an integer time are counted, excluded and downloadable", async () => {
    await service.post("/v3/table/create/test_db/errors/log");
    await service.post("/v3/bulk_import/create/s4/test_db/errors");
    await upload("s4", "part", [{ n: 1 }, { n: 2, time: "noon" }, { n: 3, time: "5" }, { n: 4, time: 6.9 }]);
    await step("freeze", "s4");
    expect(await perform("s4")).toBe("success");
    expect(await show("s4")).toMatchObject({ valid_records: 2, error_records: 2 });
    const response = await service.request("/v3/bulk_import/error_records/s4");
    expect(response.headers.get("content-encoding")).toBeNull();
    const records = [...decodeMulti(gunzipSync(Buffer.from(await response.arrayBuffer())))];
    expect(records).toEqual([{ n: 1 }, { n: 2, time: "noon" }]);
    await step("commit", "s4");
    expect(await rowsOf("select n, time from errors order by n")).toEqual(["[3,5]", "[4,6]"]);
  });

  test("a record with a key that is no text is an error record, the others are loaded", async () => {
    await service.post("/v3/table/create/test_db/keys/log");
    await service.post("/v3/bulk_import/create/nil/test_db/keys");
    // {"time": 5, nil: 1, "n": 7}, {7: [1], "time": 5}
    const nameless = Buffer.from("83a474696d6505c001a16e07" + "82079101a474696d6505", "hex");
    const records = [encode({ n: 1, time: 1 }), nameless, encode({ n: 2, time: 2 })];
    await service.request("/v3/bulk_import/upload_part/nil/part", {
      method: "PUT",
      body: new Uint8Array(gzipSync(Buffer.concat(records))),
    });
    await step("freeze", "nil");
    expect(await perform("nil")).toBe("success");
    expect(await show("nil")).toMatchObject({ valid_records: 2, error_records: 2, error_parts: 0 });
    const response = await service.request("/v3/bulk_import/error_records/nil");
    expect([...decodeMulti(gunzipSync(Buffer.from(await response.arrayBuffer())))]).toEqual([
      { time: 5, "": 1, n: 7 },
      { "": [1], time: 5 },
    ]);
    await step("commit", "nil");
    expect(await rowsOf("select n, time from keys order by n")).toEqual(["[1,1]", "[2,2]"]);
  });

  test("without error records there is an empty gzip file, before and after the load", async () => {
    await service.post("/v3/table/create/test_db/clean/log");
    await service.post("/v3/bulk_import/create/clean/test_db/clean");
    const records = async (): Promise<string> => {
      const response = await service.request("/v3/bulk_import/error_records/clean");
      return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    };
    expect(await records()).toBe("");
    await upload("clean", "part", [{ time: 1 }]);
    await step("freeze", "clean");
    await perform("clean");
    expect(await records()).toBe("");
  });

  test("a broken part fails the job with its name, and the session can be repaired", async () => {
    await service.post("/v3/table/create/test_db/broken/log");
    await service.post("/v3/bulk_import/create/s5/test_db/broken");
    await upload("s5", "good", [{ time: 1 }]);
    await service.request("/v3/bulk_import/upload_part/s5/bad", { method: "PUT", body: "not gzip" });
    await step("freeze", "s5");
    expect(await perform("s5")).toBe("error");
    const { job_id } = (await show("s5")) as { job_id: string };
    const { debug } = await service.json<{ debug: { stderr: string } }>(`/v3/job/show/${job_id}`);
    expect(debug.stderr).toBe(
      'The part "bad" can\'t be read: The file is not gzip data, or not all of it: incorrect header check.',
    );
    expect(await show("s5")).toMatchObject({ status: "uploading", valid_records: 0, error_parts: 1 });
    expect(await step("commit", "s5")).toBe(422);
    await step("unfreeze", "s5");
    await service.post("/v3/bulk_import/delete_part/s5/bad");
    await step("freeze", "s5");
    expect(await perform("s5")).toBe("success");
  });

  test("steps out of order and unknown names get clear errors", async () => {
    await service.post("/v3/table/create/test_db/order/log");
    expect((await service.post("/v3/bulk_import/create/s6/test_db/missing_table")).status).toBe(404);
    await service.post("/v3/bulk_import/create/s6/test_db/order");
    expect((await service.post("/v3/bulk_import/create/s6/test_db/order")).status).toBe(409);
    const response = await service.post("/v3/bulk_import/perform/s6");
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: "Bulk import session s6 is not frozen; freeze it first.",
    });
    expect(await step("commit", "s6")).toBe(422);
    expect(await step("freeze", "nobody")).toBe(404);
  });
});

describe("types", () => {
  const load = async (table: string, records: readonly unknown[]): Promise<void> => {
    const session = `types-${table}-${Math.random()}`;
    await service.post(`/v3/table/create/test_db/${table}/log`);
    await service.post(`/v3/bulk_import/create/${session}/test_db/${table}`);
    await upload(session, "part", records);
    await step("freeze", session);
    expect(await perform(session)).toBe("success");
    expect(await step("commit", session)).toBe(200);
  };
  const schemaOf = async (table: string): Promise<unknown> => {
    const { tables } = await service.json<{ tables: { name: string; schema: string }[] }>(
      "/v3/table/list/test_db",
    );
    return JSON.parse(tables.find(({ name }) => name === table)?.schema ?? "");
  };

  test("follow from all values of a column", async () => {
    await load("types_new", [
      {
        time: 1,
        i: 1,
        f: 1.5,
        s: "a",
        b: true,
        l: [1, 2],
        m: { k: [1] },
        mixed: 1,
        n: null,
        big: 18446744073709551615n,
      },
      { time: 2, i: -5, f: 2, s: "é", b: false, l: [], m: null, mixed: "x", n: null, big: 1 },
    ]);
    expect(await schemaOf("types_new")).toEqual([
      ["i", "long"],
      ["f", "double"],
      ["s", "string"],
      ["b", "string"],
      ["l", "array<long>"],
      ["m", "string"],
      ["mixed", "string"],
      ["big", "string"],
    ]);
    expect(
      await rowsOf("select i, f, s, b, to_json(l)::varchar, m, mixed, big from types_new order by time"),
    ).toEqual([
      '[1,1.5,"a","true","[1,2]","{\\"k\\":[1]}","1","18446744073709551615"]',
      '[-5,2,"\\u00e9","false","[]",null,"x","1"]',
    ]);
  });

  test("of a table are kept if the new values fit, and widened otherwise", async () => {
    await load("types_more", [{ time: 1, n: 1, d: 1.5, t: "x", big: 9007199254740993n }]);
    await load("types_more", [{ time: 2, n: 2.0, d: 2, t: 5, big: 0 }]);
    expect(await schemaOf("types_more")).toEqual([
      ["n", "long"],
      ["d", "double"],
      ["t", "string"],
      ["big", "long"],
    ]);
    await load("types_more", [{ time: 3, n: 2.5, d: "?", t: null, big: 0.5 }]);
    expect(await schemaOf("types_more")).toEqual([
      ["n", "double"],
      ["d", "string"],
      ["t", "string"],
      ["big", "string"],
    ]);
    expect(await rowsOf("select n, d, t, big from types_more order by time")).toEqual([
      '[1,"1.5","x","9007199254740993"]',
      '[2,"2.0","5","0"]',
      '[2.5,"?",null,"0.5"]',
    ]);
  });
});
