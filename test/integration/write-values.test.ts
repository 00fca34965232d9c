import { describe, expect, test } from "@jest/globals";
import { create_engine, read_svc_query, to_svc } from "../../src/core/pandas-td.ts";
import type { ToSvcOptions } from "../../src/core/write/to-svc.ts";
import { runningService } from "./lib/running-service.ts";
import { tableOf } from "../core/table/table-of.ts";
import { someOf } from "../jest/short-form.ts";

// Values written by each writer and read back, over a real socket.

const svc = runningService();

const frame = tableOf({
  big: [1, 2n ** 62n, null],
  whole: Float64Array.of(1, 2, 3),
  x: [0.5, NaN, null],
  zip: ["00712", "10115", null],
  text: ["it's é😀\n", "", null],
  ok: [true, false, null],
  day: [new Date("2024-05-06T00:00:00Z"), new Date("2024-05-07T01:02:03Z"), null],
  list: [[1, 2], [], null],
  nested: [{ a: 1n, b: null }, [{ c: "x" }], null],
  huge: [2n ** 64n, 5, null],
  at: [1700000000, 1700000001, 1700000002],
});
const options: ToSvcOptions = { time_col: "at", index: false, if_exists: "replace" };

async function readBack(): Promise<unknown> {
  const table = await read_svc_query(
    "select * from back order by time",
    create_engine("presto:db1", svc.con),
  );
  return [table.types, table.objects()];
}

const text = { text: ["it's é😀\n", "", null], day: ["2024-05-06 00:00:00", "2024-05-07 01:02:03", null] };
const common = {
  big: ["bigint", 1n, 2n ** 62n, null],
  whole: ["double", 1, 2, 3],
  x: ["double", 0.5, null, null],
  text: ["varchar", ...text.text],
  day: ["varchar", ...text.day],
  nested: ["varchar", '{"a":1,"b":null}', '[{"c":"x"}]', null],
  huge: ["varchar", "18446744073709551616", "5", null],
  time: ["bigint", 1700000000, 1700000001, 1700000002],
};
const asText = { list: ["varchar", "[1,2]", "[]", null], ok: ["varchar", "true", "false", null] };

test.each<[string, ToSvcOptions, Record<string, unknown[]>]>([
  ["csv", {}, { ...common, ...asText, zip: ["bigint", 712, 10115, null] }],
  ["msgpack", { fmt: "msgpack" }, { ...common, ...asText, zip: ["varchar", "00712", "10115", null] }],
  [
    "msgpack with lists",
    { keep_list: true },
    {
      ...common,
      ok: asText.ok,
      zip: ["varchar", "00712", "10115", null],
      list: ["array(bigint)", [1, 2], [], null],
    },
  ],
  [
    "insert_into",
    { writer: "insert_into" },
    { ...common, ...asText, zip: ["varchar", "00712", "10115", null] },
  ],
])("by %s", async (_name, how, columns) => {
  await to_svc(frame, "db1.back", svc.con, { ...options, ...how });
  const names = Object.keys(columns);
  const types = Object.fromEntries(names.map((name) => [name, columns[name]?.[0]]));
  const rows = [1, 2, 3].map((row) => Object.fromEntries(names.map((name) => [name, columns[name]?.[row]])));
  expect(await readBack()).toEqual([types, rows]);
});

describe("time and index", () => {
  const times: [string, unknown[]][] = [
    ["integers", [1700000000, 1700000001]],
    ["dates", [new Date(1700000000_000), new Date(1700000001_999)]],
    ["text", ["2023-11-14 22:13:20", "2023-11-15T07:13:21+09:00"]],
  ];

  test.each(someOf(times, 2))("a time column of %s", async (_name, values) => {
    const rows = values.map((at, n) => ({ at, n }));
    for (const how of [{}, { writer: "insert_into" }] as const) {
      await to_svc(rows, "db1.back", svc.con, { ...options, ...how });
      expect(await readBack()).toMatchObject([
        {},
        [
          { time: 1700000000, n: 0 },
          { time: 1700000001, n: 1 },
        ],
      ]);
    }
  });

  test("index levels are written under their labels; date_format applies; chunksize is ignored", async () => {
    const indexed = tableOf({
      host: ["a", "b"],
      port: [10, 20],
      seen: [new Date("2024-05-06T07:08:09Z"), null],
      at: [1, 2],
    }).set_index("host", "port");
    await to_svc(indexed, "db1.back", svc.con, {
      time_col: "at",
      if_exists: "replace",
      index_label: ["Host name", "p"],
      date_format: "%d.%m.%Y",
      chunksize: 1,
    });
    expect(await readBack()).toEqual([
      { seen: "varchar", host_name: "varchar", p: "bigint", time: "bigint" },
      [
        { seen: "06.05.2024", host_name: "a", p: 10, time: 1 },
        { seen: null, host_name: "b", p: 20, time: 2 },
      ],
    ]);
  });

  test("a frame without rows creates the table with its columns, with either writer", async () => {
    const empty = tableOf(
      { x: Float64Array.of(), s: [], n: Int32Array.of() },
      {
        types: { s: "varchar" },
      },
    );
    for (const how of [{}, { fmt: "msgpack" }, { writer: "insert_into" }] as const) {
      await to_svc(empty, "db1.back", svc.con, { index: false, if_exists: "replace", ...how });
      expect(await readBack()).toEqual([{ x: "double", s: "varchar", n: "bigint", time: "bigint" }, []]);
    }
  });

  test("row objects from a generator", async () => {
    function* rows(): Generator<Record<string, unknown>> {
      for (let n = 0; n < 3; n++) yield { n, time: n };
    }
    await to_svc(rows(), "db1.back", svc.con, { if_exists: "replace", index_label: "row" });
    expect(await readBack()).toMatchObject([
      {},
      [
        { n: 0, row: 0 },
        { n: 1, row: 1 },
        { n: 2, row: 2 },
      ],
    ]);
  });
});

describe("no partial writes", () => {
  const names = async (): Promise<string[]> => (await svc.con.list_tables("db1")).map(({ name }) => name);

  test("an insert that fails reports how many rows are written", async () => {
    await to_svc([{ n: 1 }], "db1.numbers", svc.con, { index: false, writer: "insert_into" });
    const error: unknown = await to_svc([{ n: "text" }], "db1.numbers", svc.con, {
      index: false,
      writer: "insert_into",
      if_exists: "append",
    }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "UploadError", rowsWritten: 0 });
    expect((await (await svc.con.get_table("db1", "numbers")).describe()).count).toBe(1);
  });

  test("an aborted write removes the table and the session that it created", async () => {
    const before = await names();
    const stopped = new AbortController();
    const rows = Array.from({ length: 30_000 }, (_, n) => ({ n }));
    const writing = to_svc(rows, "db1.fresh", svc.con, { signal: stopped.signal });
    while (!(await names()).includes("fresh")) await new Promise((resolve) => setTimeout(resolve, 5));
    stopped.abort();
    await expect(writing).rejects.toMatchObject({ name: "InterruptedError" });
    expect(await names()).toEqual(before);
    const reply = await fetch(`${svc.service.url}/v3/bulk_import/list`, {
      headers: { authorization: `TD1 ${svc.service.apikey}` },
    });
    expect(await reply.json()).toEqual({ bulk_imports: [] });
  });
});

describe("a table that was read is written", () => {
  const query = `select n as time, if(n % 7 = 0, null, 'é' || cast(n as varchar)) as own,
      if(n % 5 = 0, null, element_at(array['x', '', 'ü'], cast(n % 3 as integer) + 1)) as repeated,
      if(n % 2 = 0, nan(), if(n % 3 = 0, null, n / 2e0)) as x
    from unnest(sequence(1, 9000)) as t(n)`;
  const back = `select time, own, repeated, x from back order by time`;

  const texts: [string, boolean][] = [
    ["texts that were never shown", false],
    ["texts that were shown before", true],
  ];

  test.each(someOf(texts, 2))("%s", async (_name, shown) => {
    const presto = create_engine("presto:db1", svc.con);
    const table = await read_svc_query(query, presto);
    const rows = (await read_svc_query(query, presto)).objects() as Record<string, unknown>[];
    const expected = rows.map((row) => ({ ...row, x: Number.isNaN(row["x"]) ? null : row["x"] }));
    if (shown) table.objects();
    for (const how of [{}, { fmt: "msgpack" }] as const) {
      await to_svc(table, "db1.back", svc.con, {
        time_col: "time",
        index: false,
        if_exists: "replace",
        ...how,
      });
      const read = await read_svc_query(back, presto);
      expect(read.numRows()).toBe(9000);
      expect(read.objects()).toEqual(expected);
    }
  });
});

test("insert_into refuses to append a number that INSERT would round", async () => {
  const read = (sql: string) => read_svc_query(sql, create_engine("presto:db1", svc.con));
  await read("create table rounds (whole bigint, wide double, price decimal(10, 2), time bigint)");
  const append = (row: Record<string, unknown>) =>
    to_svc([{ ...row, time: 1 }], "db1.rounds", svc.con, {
      ...{ writer: "insert_into", if_exists: "append", time_col: "time", index: false },
    });
  await expect(append({ whole: 1.5 })).rejects.toThrow(
    "column whole of db1.rounds is long, which can't hold 1.5 of row 0; no rows were added",
  );
  await expect(append({ wide: 2n ** 53n + 1n })).rejects.toThrow("no rows were added");
  await expect(append({ price: 1.239 })).rejects.toThrow("no rows were added");
  await append({ whole: 2, wide: 3, price: 1.25 });
  expect((await read("select * from rounds")).objects()).toEqual([
    { whole: 2, wide: 3, price: 1.25, time: 1 },
  ]);
});

test.each(["csv", "msgpack"] as const)(
  "%s keeps the order of columns, also of those that hold nothing but null",
  async (fmt) => {
    const rows = tableOf({ b: [1, 2], none: [null, null], a: ["x", null], time: [1, 2] });
    await to_svc(rows, "db1.ordered", svc.con, { if_exists: "replace", time_col: "time", index: false, fmt });
    const table = await read_svc_query("select * from ordered", create_engine("presto:db1", svc.con));
    expect(table.columnNames().filter((name) => name !== "time")).toEqual(["b", "none", "a"]);
  },
);
