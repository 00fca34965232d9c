import { describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import type { QueryError } from "../../src/core/errors.ts";
import { interrupt_all } from "../../src/core/interrupt/interrupt.ts";
import {
  connect,
  create_engine,
  onProgress,
  read_svc_job,
  read_svc_query,
  read_svc_table,
  sql,
  to_svc,
} from "../../src/core/pandas-td.ts";
import type { ProgressEvent } from "../../src/core/progress.ts";
import { ENDLESS } from "../service/helpers/endless-statement.ts";
import { runningService } from "./lib/running-service.ts";
import { partOf } from "../jest/short-form.ts";

// The client library against the local service, over a real socket.

const svc = runningService();

const TYPES = `select 9007199254740993 as big, cast(7 as integer) as i, cast(null as bigint) as no,
  1.5E0 as d, nan() as nan, cast(12.34 as decimal(10,2)) as dec, true as ok, 'it''s é😀' as t, '' as empty,
  date '2024-05-06' as day, timestamp '2024-05-06 07:08:09.123' as ts, array[1, 9007199254740993] as a`;

const TYPED_ROW = {
  big: 9007199254740993n,
  i: 7,
  no: null,
  d: 1.5,
  nan: NaN,
  dec: 12.34,
  ok: true,
  t: "it's é😀",
  empty: "",
  day: "2024-05-06",
  ts: "2024-05-06 07:08:09.123",
  a: [1n, 9007199254740993n],
};

describe("values", () => {
  test("are the same from a job and from the direct path", async () => {
    const job = await read_svc_query(TYPES, create_engine("presto:db1", svc.con));
    const direct = await svc.con.query(TYPES, { db: "db1" });
    expect(job.objects()).toEqual([TYPED_ROW]);
    expect(direct.objects()).toEqual([TYPED_ROW]);
    expect(direct.types).toEqual(job.types);
  });

  test("any text passes through both dialects", async () => {
    const text = "a'b\\c\"d\n`e` -- {x} ;";
    for (const type of ["presto", "hive"]) {
      const table = await read_svc_query(
        sql`select ${text} as t, ${[1, 2].length} as n`,
        create_engine(`${type}:db1`, svc.con),
      );
      expect(table.objects()).toEqual([{ t: text, n: 2 }]);
    }
  });

  test("dates and index", async () => {
    const engine = create_engine("presto:db1", svc.con, { header: false });
    const table = await read_svc_query(
      "select '2024-05-06 07:08:09' as at, 1700000000 as s, 1 as n",
      engine,
      {
        index_col: "at",
        parse_dates: ["at", "s"],
      },
    );
    expect(table.index).toEqual(["at"]);
    expect(table.objects()).toEqual([
      { at: new Date("2024-05-06T07:08:09Z"), s: new Date(1700000000_000), n: 1 },
    ]);
  });
});

describe.each(["bulk_import", "insert_into"] as const)("%s", (writer) => {
  const name = `w_${writer}`;
  const engine = () => create_engine("presto:db1", svc.con);

  test("written rows are read back, then appended to, then replaced", async () => {
    const rows = [
      { at: "2024-05-06 00:00:00", host: "a", n: 1, x: 0.5 },
      { at: "2024-05-07 00:00:00", host: "b", n: null, x: 2 },
    ];
    await to_svc(rows, `db1.${name}`, svc.con, { writer, time_col: "at", index: false });
    const columns = ["time", "host", "n", "x"];
    const read = async () =>
      (await read_svc_table(name, engine(), { columns })).orderby("time").objects() as object[];
    expect(await read()).toEqual([
      { time: 1714953600, host: "a", n: 1, x: 0.5 },
      { time: 1715040000, host: "b", n: null, x: 2 },
    ]);
    await to_svc([{ time: 1715126400, host: "c", n: 3, x: 1 }], `db1.${name}`, svc.con, {
      writer,
      if_exists: "append",
      index: false,
    });
    expect(await read()).toHaveLength(3);
    const day = await read_svc_table(name, engine(), {
      columns: ["host"],
      time_range: ["2024-05-07", "2024-05-08"],
    });
    expect(day.objects()).toEqual([{ host: "b" }]);
    await to_svc([{ time: 0, host: "d", n: 4, x: 1.5 }], `db1.${name}`, svc.con, {
      writer,
      if_exists: "replace",
      index: false,
    });
    expect(await read()).toEqual([{ time: 0, host: "d", n: 4, x: 1.5 }]);
    await expect(to_svc(rows, `db1.${name}`, svc.con, { writer, time_col: "at" })).rejects.toMatchObject({
      name: "AlreadyExistsError",
    });
    expect(
      (await svc.con.list_tables("db1"))
        .map((table) => table.name)
        .filter((table) => table.includes("_new_")),
    ).toEqual([]);
  });
});

test("a large frame survives a round trip", async () => {
  const n = partOf(100_000, 3);
  const frame = arqueroTable({
    id: Float64Array.from({ length: n }, (_, i) => i),
    text: Array.from({ length: n }, (_, i) => `text ${i % 1000} é`),
  });
  await to_svc(frame, "db1.large", svc.con, { fmt: "msgpack" });
  const table = await read_svc_table("large", create_engine("presto:db1", svc.con), { limit: null });
  expect(table.numRows()).toBe(n);
  const sorted = table.orderby("index").reify();
  expect(sorted.get("text", 24_321)).toBe("text 321 é");
  expect(sorted.get("id", 24_321)).toBe(24_321);
});

describe("failures", () => {
  test.each(["presto", "hive"])("of a %s job report the position in the caller's text", async (type) => {
    await expect(
      read_svc_query("select 1 as a,\n  nope as b", create_engine(`${type}:db1`, svc.con)),
    ).rejects.toMatchObject({
      name: "QueryError",
      sql: "select 1 as a,\n  nope as b",
      engine: type,
      line: 2,
      column: 3,
    });
  });

  test("of the direct path do so, too", async () => {
    await expect(svc.con.query("select 1 as a,\n  nope as b", { db: "db1" })).rejects.toMatchObject({
      name: "QueryError",
      line: 2,
      column: 3,
    });
  });

  test("a wrong key, a missing job, a missing database", async () => {
    await expect(connect("1/wrong", svc.service.url).list_databases()).rejects.toMatchObject({
      name: "AuthError",
    });
    await expect(read_svc_job(999_999, create_engine("presto:db1", svc.con))).rejects.toMatchObject({
      name: "NotFoundError",
    });
    await expect(svc.con.list_tables("no_such_db")).rejects.toMatchObject({ name: "NotFoundError" });
    expect(await svc.con.exists("no_such_db", "t")).toBe(false);
  });
});

test("an interrupt kills the running job", async () => {
  const events: ProgressEvent[] = [];
  const dispose = onProgress((event) => {
    events.push(event);
    if (event.state === "running") interrupt_all();
  });
  const error = await read_svc_query(ENDLESS, create_engine("presto:db1", svc.con)).catch((e: unknown) => e);
  dispose();
  expect(error).toMatchObject({ name: "InterruptedError", engine: "presto" });
  const { jobId } = error as { jobId: number };
  const job = await svc.con.get_job(jobId);
  await job.wait();
  expect(job.status).toBe("killed");
  expect(events.at(-1)).toMatchObject({ kind: "job", jobId, done: true });
  await expect(read_svc_job(jobId, create_engine("presto:db1", svc.con))).rejects.toMatchObject({
    name: "QueryError",
    jobId,
  });
});

test("jobs are listed newest first, and found by id", async () => {
  const engine = create_engine("presto:db1", svc.con);
  await read_svc_query("select 42 as answer", engine);
  const [job] = await svc.con.list_jobs({ to: 1 });
  expect(job).toMatchObject({ status: "success", type: "presto", database: "db1" });
  expect((await read_svc_job(job?.job_id ?? 0, engine)).objects()).toEqual([{ answer: 42 }]);
});

test("the error of a job that is found by id has its place in the statement as written", async () => {
  const engine = create_engine("presto:db1", svc.con);
  const error = await read_svc_query("select 1,\n  nope", engine).catch((e: unknown) => e);
  expect(error).toMatchObject({ name: "QueryError", sql: "select 1,\n  nope", line: 2, column: 3 });
  const { message, sql, line, column, jobId } = error as QueryError;
  await expect(read_svc_job(jobId as number, engine)).rejects.toMatchObject({ message, sql, line, column });
});
