import { describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { Table } from "../../../src/core/table/table.ts";
import type { FrameInput } from "../../../src/core/write/frame.ts";
import { uploadFrame, type PrepareOptions } from "../../../src/core/write/upload-frame.ts";
import { tableOf } from "../table/table-of.ts";

const NOW = 1700000000_500;

async function upload(
  frame: FrameInput,
  options: PrepareOptions = { index: false },
): Promise<Record<string, [string, unknown[]]>> {
  const { columns, rowCount } = await uploadFrame(frame, options, NOW);
  return Object.fromEntries(
    columns.map(({ name, kind, values }) => [
      name,
      [kind, Array.from({ length: rowCount }, (_, row) => values.at(row))],
    ]),
  );
}

describe("columns", () => {
  test.each<[string, unknown[], string, unknown[]]>([
    ["integers", [1, null, 2n], "long", [1, null, 2n]],
    ["integers past 2^53", [2n ** 62n], "long", [2n ** 62n]],
    ["the ends of int64", [-(2n ** 63n), 2n ** 63n - 1n], "long", [-(2n ** 63n), 2n ** 63n - 1n]],
    ["integers past int64", [1n, 2n ** 63n], "string", ["1", "9223372036854775808"]],
    ["integers below int64", [-(2n ** 63n) - 1n], "string", ["-9223372036854775809"]],
    ["floats", [1, 0.5, NaN, Infinity], "double", [1, 0.5, null, Infinity]],
    [
      "floats beside an integer that no double holds",
      [0.5, 2n ** 53n + 1n],
      "string",
      ["0.5", "9007199254740993"],
    ],
    ["floats beside an integer that a double holds", [0.5, 2n ** 60n], "double", [0.5, 2 ** 60]],
    ["booleans", [true, null, false], "boolean", [true, null, false]],
    ["text", ["a", "", undefined, "007"], "string", ["a", "", null, "007"]],
    ["days", [new Date("2001-01-02"), null, new Date(NaN)], "string", ["2001-01-02", null, null]],
    [
      "seconds",
      [new Date("2001-01-02"), new Date("2001-01-02T03:04:05Z")],
      "string",
      ["2001-01-02 00:00:00", "2001-01-02 03:04:05"],
    ],
    [
      "milliseconds",
      [new Date("2001-01-02T03:04:05.5Z"), new Date("2001-01-02"), new Date("+010000-01-01")],
      "string",
      ["2001-01-02 03:04:05.500", "2001-01-02 00:00:00.000", "+010000-01-01 00:00:00.000"],
    ],
    ["lists", [[1, null], null, Float64Array.of(0.5)], "list", [[1, null], null, [0.5]]],
    [
      "objects",
      [{ a: 1n, b: [new Date(0)] }, null],
      "string",
      ['{"a":1,"b":["1970-01-01T00:00:00.000Z"]}', null],
    ],
    [
      "a mixture",
      ["a", 1, true, [2], 2n ** 70n],
      "string",
      ["a", "1", "true", "[2]", "1180591620717411303424"],
    ],
    ["nulls only", [null, undefined, NaN], "string", [null, null, null]],
    [
      "objects with a toJSON",
      [new URL("http://svc.test/x"), { toJSON: () => [1n] }, { toJSON: () => null }],
      "string",
      ["http://svc.test/x", "[1]", null],
    ],
    ["sets", [new Set([1, "a"]), new Map([["k", new Set()]])], "string", ['[1,"a"]', '{"k":[]}']],
  ])("%s", async (_name, values, kind, expected) => {
    expect((await upload(values.map((c) => ({ c }))))["c"]).toEqual([kind, expected]);
  });

  test("sets are lists also after a chart: Vega-Lite gives all sets a toJSON", async () => {
    await import("vega-lite");
    expect((await upload([{ c: new Set([1]) }]))["c"]).toEqual(["string", ["[1]"]]);
  });

  test("an unpaired surrogate is refused: it would become another text", async () => {
    await expect(upload([{ t: "ok" }, { t: "cut \ud83d" }])).rejects.toMatchObject({
      name: "ConfigError",
      message: 'row 1 of column "t" holds half a character (a lone surrogate): "cut \\ud83d"',
    });
  });

  const ring: unknown[] = [];
  ring.push({ ring });
  test.each<[string, unknown, string]>([
    [
      "a promise in a list",
      [Promise.resolve(1)],
      "an object Promise can't be written, as it has no fields; await it",
    ],
    [
      "an error in a list",
      [new Error("x")],
      "an object Error can't be written, as it has no fields; write a text of it",
    ],
    ["a function in an object", { f: () => 1 }, "a function can't be written; write a value or null"],
    ["a list in itself", ring, "lists and objects are nested more than 1000 deep, or contain themselves"],
  ])("%s is refused: it has no JSON", async (_name, value, message) => {
    await expect(upload([{ c: value }, { c: 1 }])).rejects.toMatchObject({ name: "ConfigError", message });
  });

  test("names of Object.prototype's members are ordinary names", async () => {
    const table = arqueroTable({ constructor: [1], toString: ["x"], valueOf: [0.5] });
    expect(await upload(table)).toMatchObject({
      constructor: ["long", [1]],
      tostring: ["string", ["x"]],
      valueof: ["double", [0.5]],
    });
  });

  test("whole numbers of a double column stay doubles", async () => {
    const columns = [
      Float64Array.of(1, 2),
      [1, 2],
      Float64Array.of(3, 4),
      Int32Array.of(5, 6),
      Float32Array.of(7, NaN),
      Float32Array.of(8, 9),
      Uint8Array.of(10, 11),
      [null, null],
      [null, NaN],
      Float32Array.of(NaN, NaN),
      [null, null],
    ];
    const table = Table.of(columns, [..."abcdefghijk"], {
      types: { b: "double", c: "bigint", d: "double", f: "bigint", h: "bigint", i: "double", k: "varchar" },
    });
    expect(await upload(table)).toMatchObject({
      a: ["double", [1, 2]],
      b: ["double", [1, 2]],
      c: ["long", [3, 4]],
      d: ["double", [5, 6]],
      e: ["double", [7, null]],
      f: ["long", [8, 9]],
      g: ["long", [10, 11]],
      h: ["long", [null, null]],
      i: ["double", [null, null]],
      j: ["double", [null, null]],
      k: ["string", [null, null]],
    });
  });

  test("date_format applies to all dates", async () => {
    const frame = [{ d: new Date("2024-05-06T07:08:09Z") }];
    expect(await upload(frame, { index: false, date_format: "%d.%m.%Y %H:%M" })).toMatchObject({
      d: ["string", ["06.05.2024 07:08"]],
    });
  });

  test("names become valid column names, missing values null; the input is not modified", async () => {
    const rows = [Object.freeze({ "Sepal.Length": 1 }), Object.freeze({ "C d": "x" })];
    expect(await upload(rows)).toEqual({
      sepal_length: ["long", [1, null]],
      c_d: ["string", [null, "x"]],
      time: ["long", [1700000000, 1700000000]],
    });
  });

  test("the byte order mark before a file's first name is no part of it", async () => {
    expect(Object.keys(await upload([{ "\ufeffid": 1, note: "x" }]))).toEqual(["id", "note", "time"]);
  });

  test("filtered and ordered tables of any Arquero are written as shown", async () => {
    const table = arqueroTable({ a: [3, 1, 2] })
      .filter((d: { a: number }) => d.a > 1)
      .orderby("a");
    expect(await upload(table)).toMatchObject({ a: ["long", [2, 3]] });
  });
});

describe("time", () => {
  const T = [1700000000, 1700000001];

  test.each<[string, unknown[], unknown[]]>([
    ["integers", T, T],
    ["BigInt", [1700000000n], [1700000000]],
    ["fractions, also before 1970", [1.9, -0.5], [1, -1]],
    ["dates", [new Date("2023-11-14T22:13:20.999Z"), new Date(-1)], [1700000000, -1]],
    ["text", ["2023-11-14 22:13:20", "2023-11-15 07:13:20+09:00"], [1700000000, 1700000000]],
  ])("time_col of %s", async (_name, values, expected) => {
    expect(
      await upload(
        values.map((at) => ({ at, x: 1 })),
        { time_col: "at", index: false },
      ),
    ).toEqual({
      x: ["long", values.map(() => 1)],
      time: ["long", expected],
    });
  });

  test("a column called time is the default time column", async () => {
    expect(await upload([{ time: "1970-01-02", x: 1 }])).toEqual({
      x: ["long", [1]],
      time: ["long", [86400]],
    });
  });

  test.each<[unknown, string | RegExp]>([
    [null, 'row 0 of time column "at" is null; times are unix seconds, dates, or ISO text'],
    ["noon", 'row 0 of time column "at" is "noon"; times are unix seconds, dates, or ISO text'],
    [
      1715000000000,
      'row 0 of time column "at" is 1715000000000; it would be 2024-05-06T12:53:20.000Z in milliseconds ("ms"), but the service\'s times are seconds',
    ],
    ["2021-07-01 12:00 AST", /AST is an abbreviation that may mean America\/Halifax or /],
    [new Date(NaN), 'row 0 of time column "at" is Invalid Date; times are unix seconds, dates, or ISO text'],
  ])("%p is not a time", async (at, message) => {
    await expect(upload([{ at }], { time_col: "at" })).rejects.toThrow(message);
  });
});

describe("index", () => {
  const indexed = tableOf({ day: ["2024-01-01", "2024-01-02"], host: ["a", "b"], n: [1, 2] }).set_index(
    "day",
    "host",
  );

  test("the default index is the column index", async () => {
    expect(await upload([{ a: "x" }, { a: "y" }], {})).toMatchObject({ index: ["long", [0, 1]] });
    expect(await upload([{ a: "x" }], { index_label: "row" })).toMatchObject({ row: ["long", [0]] });
    expect(Object.keys(await upload([{ a: "x" }], { index: false }))).toEqual(["a", "time"]);
  });

  test("index columns are written under their names or labels, or omitted", async () => {
    expect(Object.keys(await upload(indexed, {}))).toEqual(["n", "day", "host", "time"]);
    expect(Object.keys(await upload(indexed, { index_label: ["D", "h"] }))).toEqual(["n", "d", "h", "time"]);
    expect(Object.keys(await upload(indexed, { index: false }))).toEqual(["n", "time"]);
    const timed = tableOf({ day: ["x"], at: [1] }).set_index("day");
    expect(await upload(timed, { time_col: "at", index_label: "at" })).toEqual({
      at: ["string", ["x"]],
      time: ["long", [1]],
    });
  });

  test("time_index uses an index level as time and omits the index", async () => {
    expect(await upload(indexed, { time_index: 0 })).toEqual({
      n: ["long", [1, 2]],
      time: ["long", [1704067200, 1704153600]],
    });
  });
});

test.each<[FrameInput, PrepareOptions, string]>([
  [[{ "A b": 1, a_b: 2 }], {}, 'columns "A b" and "a_b" would both be called a_b; rename one'],
  [
    [{ index: 1 }],
    {},
    'columns "index" and "index" would both be called index; pass index: false or another index_label',
  ],
  [[{ "": 1 }], {}, "a column of the frame has an empty name; rename it"],
  [[{ at: 1 }], { index_label: "time" }, 'index_label can\'t be "time", the name of the column of times'],
  [[{ at: 1, time: 2 }], { time_col: "at" }, 'the frame has a column "time" beside "at"; rename or drop one'],
  [[{ a: 1 }], { time_col: "b" }, 'time_col "b" is not in the frame; it has a'],
  [
    [{ a: 1 }],
    { time_index: 0 },
    "time_index 0 is not an index level of the frame, which has only the default integer index",
  ],
  [
    tableOf({ a: [1] }).set_index("a"),
    { time_index: 0.5 },
    "time_index 0.5 is not an index level of the frame, which has 1 index level(s)",
  ],
  [[{ a: 1 }], { time_index: 0, time_col: "a" }, "pass time_col or time_index, not both"],
  [
    [{ a: Uint8Array.of(1) }],
    {},
    'row 0 of column "a" holds binary values, which tables can\'t store; write them as text',
  ],
  [[{ a: 1 }, { a: () => 1 }], {}, 'row 1 of column "a" holds a function; write the value that it returns'],
  [[{ a: Symbol("x") }], {}, 'row 0 of column "a" holds a symbol; write it as text'],
  [
    [{ a: Promise.resolve(1) }],
    {},
    'row 0 of column "a" holds a promise; write await before the call that makes it',
  ],
  [[{ a: 1 }], { date_format: "%Q" }, 'date_format "%Q" has %Q, which is not supported'],
  [[{ a: 1 }], { index_label: ["a", "b"] }, "index_label has 2 names for 1 index level(s)"],
  [[], {}, "the frame has no columns"],
  [[1] as never, {}, "row 0 of the frame is not an object of column names and values"],
  [[null] as never, {}, "row 0 of the frame is not an object of column names and values"],
  [[[1]] as never, {}, "row 0 of the frame is not an object of column names and values"],
  [
    [{ a: 1 }, new Map([["a", 2]])] as never,
    {},
    "row 1 of the frame is not an object of column names and values",
  ],
  [
    [Promise.resolve({ a: 1 })] as never,
    {},
    "row 0 of the frame is not an object of column names and values",
  ],
  [[Uint8Array.of(1)] as never, {}, "row 0 of the frame is not an object of column names and values"],
  [[Object("x")] as never, {}, "row 0 of the frame is not an object of column names and values"],
  [1 as never, {}, "the frame must be an Arquero table or a list of row objects"],
  ["text" as never, {}, "the frame must be an Arquero table or a list of row objects"],
  [null as never, {}, "the frame must be an Arquero table or a list of row objects"],
])("%j with %j is refused", async (frame, options, message) => {
  await expect(uploadFrame(frame, options, NOW)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining(message) as unknown,
  });
});
