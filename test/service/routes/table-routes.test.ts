import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { msgpackGz } from "../helpers/msgpack-gz.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
let nowMs = Date.UTC(2024, 4, 6, 7, 8, 9);

beforeAll(async () => {
  service = await startTestService({ clock: () => nowMs });
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/database/create/other_db");
});

afterAll(() => service.remove());

interface TableJson {
  id: number;
  name: string;
  schema: string;
  count: number;
  expire_days: number | null;
}

async function tables(database = "test_db"): Promise<TableJson[]> {
  return (await service.json<{ tables: TableJson[] }>(`/v3/table/list/${database}`)).tables;
}

async function table(name: string, database?: string): Promise<TableJson | undefined> {
  return (await tables(database)).find((entry) => entry.name === name);
}

async function make(name: string, records: readonly object[]): Promise<void> {
  await service.post(`/v3/table/create/test_db/${name}/log`);
  const body = msgpackGz(records);
  await service.request(`/v3/table/import/test_db/${name}/msgpack.gz`, { method: "PUT", body });
}

async function message(response: Promise<Response>): Promise<[number, string]> {
  const answer = await response;
  return [answer.status, ((await answer.json()) as { message: string }).message];
}

describe("list", () => {
  test("a new table, and one with rows", async () => {
    await service.post("/v3/table/create/test_db/access/log");
    expect(await tables()).toEqual([
      {
        id: expect.any(Number),
        name: "access",
        estimated_storage_size: 0,
        counter_updated_at: null,
        last_log_timestamp: null,
        delete_protected: false,
        type: "log",
        count: 0,
        expire_days: null,
        created_at: "2024-05-06 07:08:09 UTC",
        updated_at: "2024-05-06 07:08:09 UTC",
        schema: "[]",
      },
    ]);
    nowMs += 1000;
    await make("access", [{ time: 1714978800, host: "a", code: 200 }]);
    expect(await table("access")).toMatchObject({
      count: 1,
      counter_updated_at: "2024-05-06T07:08:10Z",
      last_log_timestamp: "2024-05-06T07:00:00Z",
      updated_at: "2024-05-06 07:08:10 UTC",
      schema: '[["host","string"],["code","long"]]',
      estimated_storage_size: expect.any(Number),
    });
  });

  test("tables created or dropped by statements are listed at once, with any type", async () => {
    await service.runJob(
      "create table typed (i integer, s smallint, f real, d decimal(5,2), t timestamp, l varchar[], m map(varchar, bigint), time timestamp)",
    );
    expect(JSON.parse((await table("typed"))?.schema ?? "")).toEqual([
      ["i", "int"],
      ["s", "int"],
      ["f", "float"],
      ["d", "decimal(5,2)"],
      ["t", "timestamp"],
      ["l", "array<string>"],
      ["m", "map<string,long>"],
    ]);
    await service.runJob("drop table typed");
    expect(await table("typed")).toBeUndefined();
  });

  test.each(["/v3/table/list/nowhere", "/v3/table/list/", "/v3/table/list/None"])(
    "%s is a 404",
    async (path) => {
      expect((await service.request(path)).status).toBe(404);
    },
  );
});

describe("create and delete", () => {
  test("return objects", async () => {
    const reply = await service.post("/v3/table/create/test_db/short/log");
    expect(await reply.json()).toEqual({
      database: "test_db",
      table: "short",
      type: "log",
      id: (await table("short"))?.id,
    });
    const deleted = await service.post("/v3/table/delete/test_db/short");
    expect(await deleted.json()).toEqual({ database: "test_db", table: "short", type: "log" });
  });

  test.each([
    ["create/test_db/access/log", 409, "Table test_db.access already exists"],
    ["create/nowhere/access/log", 404, "Database nowhere does not exist"],
    ["create/test_db/access/item", 400, "Unsupported table type item; use log."],
    ["delete/test_db/nothing", 404, "Table test_db.nothing does not exist"],
    ["swap/test_db/access/nothing", 404, "Table test_db.nothing does not exist"],
  ])("%s is a %i", async (path, status, text) => {
    expect(await message(service.post(`/v3/table/${path}`))).toEqual([status, text]);
  });
});

describe("one table", () => {
  const show = (name: string): Promise<Record<string, unknown>> =>
    service.json(`/v3/table/show/test_db/${name}`);

  test("has the same fields as in the list", async () => {
    await make("shown", [{ time: 1, a: "x" }]);
    expect(await show("shown")).toEqual({ database: "test_db", ...(await table("shown")) });
    expect(await message(service.request("/v3/table/show/test_db/nothing"))).toEqual([
      404,
      "Table test_db.nothing does not exist",
    ]);
    expect((await service.request("/v3/table/show/svc-notes/tables")).status).toBe(404);
  });

  test("has a current count after each kind of write", async () => {
    await make("counted", [{ time: 5, n: 1 }]);
    expect(await show("counted")).toMatchObject({ count: 1, last_log_timestamp: "1970-01-01T00:00:05Z" });
    await service.runJob("insert into counted values (9, 2), (8, 3)");
    expect(await show("counted")).toMatchObject({ count: 3, last_log_timestamp: "1970-01-01T00:00:09Z" });
    await service.runJob("insert into counted values (253402300799, 4)");
    expect(await show("counted")).toMatchObject({ last_log_timestamp: "9999-12-31T23:59:59Z" });
    await service.runJob("insert into counted values (1700000000000, 5)");
    expect(await show("counted")).toMatchObject({ count: 5, last_log_timestamp: null });
    await make("other", [{ time: 1 }]);
    await service.post("/v3/table/swap/test_db/counted/other");
    expect([await show("counted"), await show("other")]).toMatchObject([{ count: 1 }, { count: 5 }]);
  });

  test("is deleted only if empty, on request", async () => {
    await make("kept", [{ time: 1 }]);
    const gone = (): Promise<Response> => service.post("/v3/table/delete/test_db/kept", { if_empty: "true" });
    expect(await message(gone())).toEqual([409, "Table test_db.kept holds rows; it was not deleted."]);
    await service.runJob("delete from kept");
    expect((await gone()).status).toBe(200);
    expect(await table("kept")).toBeUndefined();
  });

  test("is renamed, and replaces an existing one on request", async () => {
    await make("old_name", [{ time: 1 }, { time: 2 }]);
    await make("taken", [{ time: 1 }]);
    const id = (await table("old_name"))?.id;
    const path = "/v3/table/rename/test_db/old_name/taken";
    expect(await message(service.post(path))).toEqual([409, "Table test_db.taken already exists"]);
    expect(await (await service.post(path, { overwrite: "True" })).json()).toEqual({
      database: "test_db",
      table: "taken",
      type: "log",
    });
    expect(await table("taken")).toMatchObject({ count: 2, id });
    expect(await table("old_name")).toBeUndefined();
    const same = "/v3/table/rename/test_db/taken/taken";
    expect(await message(service.post(same))).toEqual([409, "Table test_db.taken already exists"]);
    expect((await service.post(same, { overwrite: "1" })).status).toBe(200);
    expect(await message(service.post(path, { overwrite: "maybe" }))).toEqual([
      400,
      'overwrite must be true or false, not "maybe".',
    ]);
    expect((await service.post("/v3/table/rename/test_db/taken/X")).status).toBe(400);
    expect((await service.post("/v3/table/rename/test_db/nothing/new_name")).status).toBe(404);
  });

  test("deletes a range of time with a job", async () => {
    await make("ranged", [{ time: 3599 }, { time: 3600 }, { time: 7199 }, { time: 7200 }]);
    const path = "/v3/table/partialdelete/test_db/ranged";
    const answer = await service.post(path, { from: "3600", to: "7200" });
    const { job_id, ...rest } = (await answer.json()) as { job_id: string };
    expect(rest).toMatchObject({ database: "test_db", table: "ranged", from: 3600, to: 7200 });
    expect(await service.json(`/v3/job/status/${job_id}?wait=10`)).toMatchObject({ status: "success" });
    expect(await service.json(`/v3/job/show/${job_id}`)).toMatchObject({ type: "partialdelete" });
    expect(await show("ranged")).toMatchObject({ count: 2 });
    expect((await service.post(path, { from: "7200", to: "3600" })).status).toBe(400);
    expect((await service.post(path, { from: "0" })).status).toBe(400);
    expect((await service.post(path, { from: "0", to: "1", priority: "3" })).status).toBe(400);
    await service.runJob("create table timeless as select 2 as n");
    const timeless = service.post("/v3/table/partialdelete/test_db/timeless", { from: "0", to: "1" });
    expect(await message(timeless)).toEqual([422, "Table test_db.timeless has no column time to delete by."]);
    const tail = await service.request("/v3/table/tail/test_db/timeless");
    expect(Buffer.from(await tail.arrayBuffer()).toString("hex")).toBe("81a16e02");
    await service.runJob("create view seen as select 1 as n");
    expect(await message(service.post("/v3/table/create/test_db/seen/log"))).toEqual([
      409,
      "View test_db.seen already exists",
    ]);
  });
});

describe("append-schema", () => {
  const append = (schema: unknown): Promise<Response> =>
    service.request("/v3/table/append-schema/test_db/appended", {
      method: "POST",
      body: JSON.stringify({ schema }),
      headers: { "content-type": "application/json" },
    });

  test("adds columns and does not change existing ones", async () => {
    await make("appended", [{ time: 1, a: 1 }]);
    expect((await append([["b", "string"]])).status).toBe(200);
    expect(await table("appended")).toMatchObject({ schema: '[["a","long"],["b","string"]]' });
    expect(await message(append([["A", "string"]]))).toEqual([
      422,
      "Column A of test_db.appended is long already.",
    ]);
    expect((await append([["a", "long"]])).status).toBe(200);
  });
});

describe("swap and move", () => {
  test("swap exchanges the names", async () => {
    await make("first", [{ time: 1, a: 1 }]);
    await make("second", [{ time: 1 }, { time: 2 }]);
    const ids = [(await table("first"))?.id, (await table("second"))?.id];
    expect((await service.post("/v3/table/swap/test_db/first/second")).status).toBe(200);
    expect(await table("first")).toMatchObject({ count: 2, id: ids[1] });
    expect(await table("second")).toMatchObject({ count: 1, id: ids[0], schema: '[["a","long"]]' });
  });

  test("a table moves with its rows", async () => {
    await make("moving", [{ time: 1, a: "x" }]);
    const path = "/v3/table/change_database/test_db/moving";
    expect((await service.post(path, { dest_database_name: "nowhere" })).status).toBe(404);
    expect((await service.post(path)).status).toBe(400);
    expect((await service.post(path, { dest_database_name: "other_db" })).status).toBe(200);
    expect(await table("moving")).toBeUndefined();
    expect(await table("moving", "other_db")).toMatchObject({ count: 1, schema: '[["a","string"]]' });
  });
});

describe("update-schema", () => {
  const update = (schema: string): Promise<Response> =>
    service.post("/v3/table/update-schema/test_db/columns", { schema });

  test("adds columns and changes types if no value is lost", async () => {
    await make("columns", [{ time: 1, n: 1, s: "12", f: 1.5, odd: "x", l: [1] }]);
    expect(
      (
        await update(
          '[["s","long","s"],["n","double"],["new","array<string>"],["time","long"],["l","array<double>"]]',
        )
      ).status,
    ).toBe(200);
    expect(JSON.parse((await table("columns"))?.schema ?? "")).toEqual([
      ["n", "double"],
      ["s", "long"],
      ["f", "double"],
      ["odd", "string"],
      ["l", "array<double>"],
      ["new", "array<string>"],
    ]);
  });

  test.each([
    [
      '[["odd","long"]]',
      422,
      "Column odd of test_db.columns can't become long: 1 of its values have no such form.",
    ],
    [
      '[["f","long"]]',
      422,
      "Column f of test_db.columns can't become long: 1 of its values have no such form.",
    ],
    [
      JSON.stringify([["a\0", "long"]]),
      422,
      'A column of table test_db.columns can\'t be named "a\\u0000": names have no NUL character.',
    ],
    ['[["x","text"]]', 422, 'The column type "text" is not one of'],
    ['[["x","long","y"]]', 422, 'The column x can\'t have the alias "y": aliases are not supported.'],
    ['[["y","long"],["x"]]', 400, "Entry 2 of the schema must be [name, type]."],
    ['[["x","long"],["X","int"]]', 400, "The column X is named twice."],
    ["{}", 400, "The field schema must be an array of [name, type]."],
    ["[", 400, "The field schema can't be read as JSON"],
  ])("%s is a %i", async (schema, status, text) => {
    const [answered, said] = await message(update(schema));
    expect([answered, said.slice(0, text.length)]).toEqual([status, text]);
  });

  test("refuses types of many levels and tables of many columns", async () => {
    const deep = `${"array<".repeat(5000)}int${">".repeat(5000)}`;
    expect(await message(update(JSON.stringify([["x", deep]])))).toEqual([
      422,
      "A column type is nested more than 100 levels deep.",
    ]);
    const wide = Array.from({ length: 20_000 }, (_, n) => [`c${n}`, "int"]);
    expect(await message(update(JSON.stringify(wide)))).toEqual([
      422,
      expect.stringContaining("schema changes and imports make at most 2000"),
    ]);
  });
});

test("rows older than expire_days are deleted, and expire_days can be reset", async () => {
  const day = 86_400;
  const now = nowMs / 1000;
  await make("expiring", [{ time: now - 10 * day }, { time: now - day }, { time: now }]);
  const path = "/v3/table/update/test_db/expiring";
  expect((await service.post(path, { expire_days: "2" })).status).toBe(200);
  expect(await table("expiring")).toMatchObject({ count: 2, expire_days: 2 });
  expect((await service.post(path, { expire_days: "0" })).status).toBe(200);
  expect(await table("expiring")).toMatchObject({ count: 2, expire_days: null });
  expect((await service.post(path, { expire_days: "-1" })).status).toBe(400);
  await service.runJob("create table halves as select 0.5::double as time union all select 4e9");
  expect((await service.post("/v3/table/update/test_db/halves", { expire_days: "1" })).status).toBe(200);
  expect(await table("halves")).toMatchObject({ count: 1, expire_days: 1 });
  await service.runJob("create table dated as select date '2024-01-01' as time");
  const dated = "/v3/table/update/test_db/dated";
  expect(await message(service.post(dated, { expire_days: "1" }))).toEqual([
    422,
    "Table test_db.dated has no column time with unix seconds, by which its rows could expire.",
  ]);
  expect((await service.post(dated, { expire_days: "0" })).status).toBe(200);
});

test("table metadata survives a restart", async () => {
  const before = await tables();
  await service.close();
  service = await startTestService({ clock: () => nowMs, dataDir: service.dataDir });
  const after = await tables();
  expect(after.map(({ id, name, schema, count }) => ({ id, name, schema, count }))).toEqual(
    before.map(({ id, name, schema, count }) => ({ id, name, schema, count })),
  );
});

test("a table that a repeated request with the same idempotent_key made is no error; another request is", async () => {
  const path = "/v3/table/create/test_db/made_once/log";
  const id = async (key: string): Promise<unknown> => {
    const response = await service.post(path, { idempotent_key: key });
    return response.status === 200 ? ((await response.json()) as { id: number }).id : response.status;
  };
  const first = await id("k1");
  expect([await id("k1"), await id("k2")]).toEqual([first, 409]);
  await service.post("/v3/table/delete/test_db/made_once");
  await service.post(path);
  expect(await id("k1")).toBe(409);
});
