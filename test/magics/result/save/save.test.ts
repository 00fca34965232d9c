import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { BooleanColumn } from "../../../../src/core/table/columns/boolean-column.ts";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import { Table } from "../../../../src/core/table/table.ts";
import { save } from "../../../../src/magics/result/save/save.ts";
import { set_timezone } from "../../../../src/magics/result/set-timezone.ts";
import { recordingHost, type RecordingHost } from "../../helpers/recording-host.ts";
import { tableOf } from "../../../core/table/table-of.ts";

let folder: string;
let host: RecordingHost;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-save-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  host = recordingHost();
});

async function duckDescribe(sql: string): Promise<unknown[][]> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
  }
}

/** Column types of a file, as DuckDB reads them. */
const duckTypes = async (path: string): Promise<unknown[]> =>
  (await duckDescribe(`describe from '${path}'`)).map(([, type]) => type);

/** Rows of a file, as DuckDB reads them, each value as text. */
const duckRows = (path: string, columns = "columns(*)"): Promise<unknown[][]> =>
  duckDescribe(`set timezone = 'UTC'; select (${columns})::varchar from '${path}'`);

const day = new Date("2024-05-06T07:08:09Z");
const mixed = tableOf({
  n: [1, 2.5, NaN],
  quote: ['say "hi"', "", null],
  text: ["a,b", "two\nlines", "日本"],
  big: [9007199254740993n, -1n, null],
  flag: [true, false, null],
  when: [day, null, day],
  any: [[1, 2n], { a: null }, null],
});

describe("CSV", () => {
  test("quotes, null and empty texts, exact integers", async () => {
    await save(mixed, join(folder, "a b.csv"));
    expect(await readFile(join(folder, "a b.csv"), "utf8")).toBe(
      [
        "n,quote,text,big,flag,when,any",
        '1,"say ""hi""","a,b",9007199254740993,true,2024-05-06 07:08:09,"[1,2]"',
        '2.5,"","two\nlines",-1,false,,"{""a"":null}"',
        "NaN,,日本,,,2024-05-06 07:08:09,",
        "",
      ].join("\n"),
    );
    expect(host.printed).toEqual([`stdout: INFO: saved 3 rows to ${join(folder, "a b.csv")}\n`]);
  });

  test("the index first, in its zone, and only the filter's rows", async () => {
    const table = tableOf({ n: [1, 2], time: [day, new Date(0)] }, { index: ["time"] });
    const zoned = set_timezone(table, "Asia/Tokyo").filter((d: { n: number }) => d.n === 1);
    await save(zoned, join(folder, "zoned.csv"));
    expect(await readFile(join(folder, "zoned.csv"), "utf8")).toBe("time,n\n2024-05-06 16:08:09+09:00,1\n");
    await save(tableOf({ x: ["a\tb"], y: ["c,d"] }), join(folder, "t.tsv"));
    expect(await readFile(join(folder, "t.tsv"), "utf8")).toBe('x\ty\n"a\tb"\tc,d\n');
  });

  test("more than one chunk of output", async () => {
    const n = Array.from({ length: 50_000 }, (_, row) => row);
    await save(tableOf({ n }), join(folder, "long.csv"));
    expect((await readFile(join(folder, "long.csv"), "utf8")).split("\n").slice(1, -1).map(Number)).toEqual(
      n,
    );
  });
});

test("JSON lines", async () => {
  await save(mixed, join(folder, "a.jsonl"));
  expect(await readFile(join(folder, "a.jsonl"), "utf8")).toBe(
    [
      '{"n":1,"quote":"say \\"hi\\"","text":"a,b","big":9007199254740993,"flag":true,"when":"2024-05-06T07:08:09.000Z","any":[1,2]}',
      '{"n":2.5,"quote":"","text":"two\\nlines","big":-1,"flag":false,"when":null,"any":{"a":null}}',
      '{"n":null,"quote":null,"text":"日本","big":null,"flag":null,"when":"2024-05-06T07:08:09.000Z","any":null}',
      "",
    ].join("\n"),
  );
});

test("days, timestamps and instants have their type's form in text", async () => {
  const dates = [new Date("2024-05-06T00:00:00Z"), null];
  const types = {
    d: "date",
    t: "timestamp(3)",
    z: "timestamp(3) with time zone",
    u: "timestamp(0) with time zone",
  };
  const table = Table.of([dates, dates, dates, dates], Object.keys(types), { types });
  await save(table, join(folder, "dates.csv"));
  expect(await readFile(join(folder, "dates.csv"), "utf8")).toBe(
    "d,t,z,u\n2024-05-06,2024-05-06 00:00:00.000,2024-05-06 00:00:00.000+00:00,2024-05-06 00:00:00+00:00\n,,,\n",
  );
  await save(table, join(folder, "dates.jsonl"));
  expect(await readFile(join(folder, "dates.jsonl"), "utf8")).toBe(
    '{"d":"2024-05-06","t":"2024-05-06 00:00:00.000","z":"2024-05-06T00:00:00.000Z","u":"2024-05-06T00:00:00.000Z"}\n' +
      '{"d":null,"t":null,"z":null,"u":null}\n',
  );
});

test("Parquet", async () => {
  const path = join(folder, "a.parquet");
  await save(mixed, path);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  expect(rows).toEqual([
    { n: 1, quote: 'say "hi"', text: "a,b", big: 9007199254740993n, flag: true, when: day, any: "[1,2]" },
    { n: 2.5, quote: "", text: "two\nlines", big: -1n, flag: false, when: null, any: '{"a":null}' },
    { n: NaN, quote: null, text: "日本", big: null, flag: null, when: day, any: null },
  ]);
});

test("Parquet of integers, of whole-valued doubles, and without rows", async () => {
  const path = join(folder, "b.parquet");
  await save(tableOf({ i: [1, 2], d: [1, 2], none: [null, null] }, { types: { d: "double" } }), path);
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([
    { i: 1n, d: 1, none: null },
    { i: 2n, d: 2, none: null },
  ]);
  await save(tableOf({ i: [] }), path);
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([]);
});

test("Parquet keeps the sign of zero, also of repeated and nested values", async () => {
  const path = join(folder, "zero.parquet");
  const zeros = [0, -0, 0, -0];
  const lists = zeros.map((zero) => [zero, -zero]);
  const types = { r: "real", l: "array(double)" };
  await save(tableOf({ d: zeros, r: zeros, l: lists }, { types }), path);
  const [plus, minus] = [["(0.0, 0.0, [0.0, -0.0])"], ["(-0.0, -0.0, [-0.0, 0.0])"]];
  expect(await duckRows(path, "d, r, l")).toEqual([plus, minus, plus, minus]);
});

describe("one column", () => {
  test("a column without values or a known type has the type of its storage", async () => {
    const none = Uint8Array.of(1);
    const columns = [
      new DateColumn(Float64Array.of(NaN)),
      new BooleanColumn(Uint8Array.of(2)),
      new NullableColumn(Float64Array.of(0), none),
      new NullableColumn(Int32Array.of(0), none),
      [null],
    ];
    const path = join(folder, "kept.parquet");
    await save(Table.of(columns, ["a", "b", "c", "d", "e"]), path);
    expect(await duckTypes(path)).toEqual([
      "TIMESTAMP WITH TIME ZONE",
      "BOOLEAN",
      "DOUBLE",
      "BIGINT",
      "VARCHAR",
    ]);
    expect(await duckRows(path)).toEqual([[null, null, null, null, null]]);
  });

  test("null is not an empty line, which readers skip", async () => {
    const path = join(folder, "one.csv");
    await save(tableOf({ n: [1, null, 3] }), path);
    expect(await readFile(path, "utf8")).toBe('n\n1\n""\n3\n');
    expect(await duckRows(path)).toEqual([["1"], [null], ["3"]]);
  });
});

test("text form of values: -0, whole doubles, decimals, binary, rows with field names", async () => {
  const table = Table.of(
    [
      [-0, 2],
      ["1.50", null],
      [Uint8Array.of(0, 255), new Uint8Array()],
      [{ id: 1n, name: "x" }, null],
      [{ k: [1] }, {}],
      [3, 4],
    ],
    ["x", "price", "bytes", "pair", "tags", "__proto__"],
    {
      types: {
        x: "double",
        price: "decimal(10,2)",
        bytes: "varbinary",
        pair: "row(id bigint, name varchar)",
        tags: "map(varchar,array(bigint))",
      },
    },
  );
  await save(table, join(folder, "values.csv"));
  expect(await readFile(join(folder, "values.csv"), "utf8")).toBe(
    [
      "x,price,bytes,pair,tags,__proto__",
      '-0.0,1.50,00ff,"{""id"":1,""name"":""x""}","{""k"":[1]}",3',
      '2.0,,"",,{},4',
      "",
    ].join("\n"),
  );
  await save(table, join(folder, "values.jsonl"));
  expect(await readFile(join(folder, "values.jsonl"), "utf8")).toBe(
    [
      '{"x":-0.0,"price":1.50,"bytes":"00ff","pair":{"id":1,"name":"x"},"tags":{"k":[1]},"__proto__":3}',
      '{"x":2.0,"price":null,"bytes":"","pair":null,"tags":{},"__proto__":4}',
      "",
    ].join("\n"),
  );
});

describe("Parquet types, as DuckDB reads them", () => {
  const COLUMNS: readonly (readonly [string, string, unknown, string])[] = [
    ["boolean", "BOOLEAN", true, "true"],
    ["tinyint", "TINYINT", -128, "-128"],
    ["smallint", "SMALLINT", 7, "7"],
    ["integer", "INTEGER", -1, "-1"],
    ["bigint", "BIGINT", 9007199254740993n, "9007199254740993"],
    ["real", "FLOAT", 1.1, "1.1"],
    ["float", "FLOAT", 1e-45, "1e-45"],
    ["real", "FLOAT", Infinity, "inf"],
    ["real", "FLOAT", Math.fround(0.1), "0.1"],
    ["double", "DOUBLE", -0, "-0.0"],
    ["decimal(10,2)", "DECIMAL(10,2)", "-0.05", "-0.05"],
    ["decimal(38,3)", "DECIMAL(38,3)", "12345678901234567890.678", "12345678901234567890.678"],
    ["varchar", "VARCHAR", "é", "é"],
    ["date", "DATE", "1899-12-31", "1899-12-31"],
    ["date", "DATE", "-0044-03-15", "0045-03-15 (BC)"],
    ["date", "DATE", "10000-01-01", "10000-01-01"],
    ["timestamp", "TIMESTAMP", "+10000-01-01 01:02:03.004", "10000-01-01 01:02:03.004"],
    ["time", "TIME", "07:08:09.123", "07:08:09.123"],
    ["timestamp", "TIMESTAMP", "1969-12-31 23:59:59.999", "1969-12-31 23:59:59.999"],
    ["timestamp(6)", "TIMESTAMP", "2024-05-06 07:08:09.123456", "2024-05-06 07:08:09.123456"],
    ["timestamp(9)", "TIMESTAMP_NS", "2024-05-06 07:08:09.123456789", "2024-05-06 07:08:09.123456789"],
    [
      "timestamp(3) with time zone",
      "TIMESTAMP WITH TIME ZONE",
      "2024-05-06 16:08:09.000 Asia/Tokyo",
      "2024-05-06 07:08:09+00",
    ],
    ["varbinary", "BLOB", Uint8Array.of(0, 255), "\\x00\\xFF"],
    ["array(bigint)", "BIGINT[]", [1, null, 2n], "[1, NULL, 2]"],
    ["map(bigint,varchar)", "MAP(BIGINT, VARCHAR)", { 1: "x" }, "{1=x}"],
    [
      "map(row(id integer, n varchar),bigint)",
      "MAP(VARCHAR, BIGINT)",
      { "[1, a]": 2, "[2, a]": 3 },
      "{'[1, a]'=2, '[2, a]'=3}",
    ],
    [
      "array(map(row(id integer),bigint))",
      "MAP(VARCHAR, BIGINT)[]",
      [{ "[1]": 2, "[2]": 3 }],
      "[{'[1]'=2, '[2]'=3}]",
    ],
    [
      "row(m map(row(id integer),bigint))",
      "STRUCT(m MAP(VARCHAR, BIGINT))",
      { m: { "[1]": 2 } },
      "{'m': {'[1]'=2}}",
    ],
    ["map(date,bigint)", "MAP(DATE, BIGINT)", { "2024-01-01": 2 }, "{2024-01-01=2}"],
    ["map(varbinary,bigint)", "MAP(VARCHAR, BIGINT)", { "AP8=": 2 }, "{'AP8='=2}"],
    [
      "row(x bigint, y array(date))",
      "STRUCT(x BIGINT, y DATE[])",
      { x: 1, y: ["2024-01-01"] },
      "{'x': 1, 'y': [2024-01-01]}",
    ],
    ["row(bigint, varchar)", "VARCHAR", [1, "q"], '[1,"q"]'],
    ["json", "VARCHAR", '{"a":1}', '{"a":1}'],
  ];
  const names = COLUMNS.map((_, at) => `c${at}`);
  const types = Object.fromEntries(COLUMNS.map(([type], at) => [`c${at}`, type]));
  const fileTypes = COLUMNS.map(([, type]) => type);

  test.each<[string, (value: unknown) => unknown[], (string | null)[][]]>([
    ["with values", (value) => [value, null], [COLUMNS.map(([, , , text]) => text), COLUMNS.map(() => null)]],
    ["without values", () => [null], [COLUMNS.map(() => null)]],
    ["without rows", () => [], []],
  ])("%s", async (_, rows, expected) => {
    const path = join(folder, "types.parquet");
    await save(
      Table.of(
        COLUMNS.map(([, , value]) => rows(value)),
        names,
        { types },
      ),
      path,
    );
    expect(await duckTypes(path)).toEqual(fileTypes);
    expect(await duckRows(path)).toEqual(expected);
  });

  test("a file without values is compatible with one that has some", async () => {
    const day = (values: unknown[]): Table => tableOf({ v: values }, { types: { v: "bigint" } });
    await save(day([9, 10]), join(folder, "day-1.parquet"));
    await save(day([null]), join(folder, "day-2.parquet"));
    expect(await duckRows(join(folder, "day-*.parquet"), "max(v)")).toEqual([["10"]]);
  });

  test("columns without a type get that of their values, and are JSON if no type holds them all", async () => {
    const path = join(folder, "untyped.parquet");
    const columns: [name: string, values: unknown[], type: string, texts: (string | null)[]][] = [
      ["bigints", [1n, 2n], "BIGINT", ["1", "2"]],
      ["past 64 bits", [1, 2n ** 70n], "VARCHAR", ["1", "1180591620717411303424"]],
      ["numbers", [1, 2.5], "DOUBLE", ["1.0", "2.5"]],
      ["exact and not", [2n ** 53n + 1n, 0.5], "VARCHAR", ["9007199254740993", "0.5"]],
      ["bytes", [Uint8Array.of(1, 255), null], "BLOB", ["\\x01\\xFF", null]],
      ["any", [{ a: 1 }, "x"], "VARCHAR", ['{"a":1}', "x"]],
      ["flags", [1, true], "VARCHAR", ["1", "true"]],
    ];
    const table = Table.of(
      columns.map(([, values]) => values),
      columns.map(([name]) => name),
    );
    await save(table, path);
    expect(await duckTypes(path)).toEqual(columns.map(([, , type]) => type));
    expect(await duckRows(path)).toEqual([0, 1].map((row) => columns.map(([, , , texts]) => texts[row])));
  });

  test("values that contradict their column's type determine the file's type", async () => {
    const path = join(folder, "odd.parquet");
    await save(
      tableOf(
        { price: ["much"], n: [1.5], free: [new Float64Array(1)] },
        {
          types: { price: "decimal(10,2)", n: "bigint" },
        },
      ),
      path,
    );
    expect(await duckTypes(path)).toEqual(["VARCHAR", "DOUBLE", "VARCHAR"]);
  });
});

test.each<[string, unknown, string]>([
  ["timestamp(9)", "9999-12-31 23:59:59.999999999", "9999-12-31 23:59:59.999999999"],
  ["timestamp(9)", "1600-01-01 00:00:00.000000001", "1600-01-01 00:00:00.000000001"],
  ["double", "much", "much"],
  ["real", 1.123456789, "1.123456789"],
  ["real", 3.5e38, "3.5e+38"],
])("Parquet keeps a %s that its type can't hold: %s", async (type, value, text) => {
  const path = join(folder, "past.parquet");
  await save(tableOf({ v: [value] }, { types: { v: type } }), path);
  expect(await duckRows(path)).toEqual([[text]]);
});

test.each([
  ["csv", 'k,"",b\n1,2,3\n'],
  ["jsonl", '{"k":1,"":2,"b":3}\n'],
])("a column without a name, as in a pivot of an empty text, is written to a %s", async (ending, text) => {
  const path = join(folder, `nameless.${ending}`);
  await save(tableOf({ "": [2], k: [1], b: [3] }, { index: ["k"] }), path);
  expect(await readFile(path, "utf8")).toBe(text);
});

test("~ is the home folder", async () => {
  const name = `.svc-save-test-${process.pid}.csv`;
  try {
    await save(tableOf({ n: [1] }), `~/${name}`);
    expect(await readFile(join(homedir(), name), "utf8")).toBe("n\n1\n");
  } finally {
    await rm(join(homedir(), name), { force: true });
  }
});

describe("a target that can't be written", () => {
  test("leaves no temporary file, and reports the reason", async () => {
    await expect(save(mixed, join(folder, "no", "a.csv"))).rejects.toThrow(
      `${join(folder, "no", "a.csv")} can't be written: its folder does not exist`,
    );
    await expect(save(mixed, folder)).rejects.toThrow(/can't be written: (it is a folder|EEXIST|ENOTEMPTY)/);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(host.printed).toEqual([]);
  });
});

test("an Arrow file has the types of the service, with dates of Arrow", async () => {
  const path = join(folder, "a.arrow");
  const types = { d: "date", t: "timestamp(3)", n: "bigint" };
  await save(tableOf({ d: [new Date("2024-05-06"), null], t: [day, null], n: [1, 2] }, { types }), path);
  const read = tableFromIPC(await readFile(path), { useDate: true });
  expect(read.toArray()).toEqual([
    { d: new Date("2024-05-06"), t: day, n: 1 },
    { d: null, t: null, n: 2 },
  ]);
});
