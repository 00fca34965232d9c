import { mkdtempSync, mkdirSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../../src/core/client.ts";
import { connect } from "../../src/core/connect.ts";
import { catalogueFile } from "../../src/core/wire/catalogue-file.ts";
import {
  openTestService,
  type OpenTestOptions,
  type OpenTestService,
} from "../../src/testing/open-test-service.ts";
import type { TestData } from "../../src/testing/test-options.ts";

let folder: string;
let service: OpenTestService;
let con: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-fixtures-"));
  mkdirSync(join(folder, "more", "deep"), { recursive: true });
  writeFileSync(join(folder, "orders.csv"), "id,placed,code\n1,2024-01-02,007\n2,2024-01-03,x\n");
  writeFileSync(join(folder, "people.jsonl.gz"), gzipSync('{"id":1,"tags":["a"]}\n{"id":2,"tags":null}\n'));
  writeFileSync(join(folder, "more", "calls-1.tsv"), "id\tn\n1\t10\n");
  writeFileSync(join(folder, "more", "deep", "calls-2.tsv"), "id\tm\n2\t20\n");
  service = await openTestService({
    folder,
    data: { shop: "*.*", calls_db: { calls: "more/**/calls-?.tsv" } },
  });
  con = connect(service.apikey, service.url, { database: "shop" });
});

afterAll(async () => {
  con.close();
  await service.close();
  rmSync(folder, { recursive: true });
  expect(existsSync(service.dataDir)).toBe(false);
});

const rows = async (sql: string): Promise<object[]> => (await con.query(sql)).objects();
const refusal = (data: TestData): Promise<string> =>
  service.load(data).then(
    () => "",
    (error: Error) => error.message,
  );

test("each file of a pattern is a table with its name", async () => {
  expect((await con.list_tables("shop")).map(({ name }) => name)).toEqual(["orders", "people"]);
  expect(await rows("select * from orders order by id")).toEqual([
    { id: 1, placed: "2024-01-02", code: "007" },
    { id: 2, placed: "2024-01-03", code: "x" },
  ]);
  expect(await rows("select id, cardinality(tags) as n from people order by id")).toEqual([
    { id: 1, n: 1 },
    { id: 2, n: null },
  ]);
});

test("the files of a table's pattern are its rows together", async () => {
  expect(await rows("select * from calls_db.calls order by id")).toEqual([
    { id: 1, n: 10, m: null },
    { id: 2, n: null, m: 20 },
  ]);
});

test("rows keep the kinds of their values", async () => {
  const row = {
    whole: 1,
    half: 0.5,
    long: 2n ** 60n,
    longer: 10n ** 30n,
    text: "2024-01-01",
    at: new Date("2024-01-02T03:04:05.678Z"),
    yes: true,
    bytes: new Uint8Array([0, 92, 255]),
    list: [1, 2.5],
    object: { a: 1, b: "x" },
    none: null,
    missing: NaN,
    "odd name": "it's",
  };
  await service.load({ kinds: { all_kinds: [row, { whole: 2 }] } });
  const [first, second] = await rows('select * from kinds.all_kinds order by "whole"');
  expect(first).toEqual({
    ...row,
    long: 2n ** 60n,
    longer: "1000000000000000000000000000000",
    at: "2024-01-02 03:04:05.678",
  });
  expect(Object.values(second!).filter((value) => value !== null)).toEqual([2]);
  expect(
    await rows(
      "select typeof(at) as a, typeof(bytes) as b, typeof(longer) as c from kinds.all_kinds limit 1",
    ),
  ).toEqual([{ a: "timestamp(3)", b: "varbinary", c: "decimal(38,0)" }]);
});

test("lists and objects have the type that holds all of their values", async () => {
  const data: readonly Readonly<Record<string, unknown>>[] = [
    { n: 1, tags: [], prices: [1], item: { a: 1, b: null }, parts: [{ x: 1 }, { x: null, y: "s" }] },
    { n: 2, tags: ["t"], prices: [2.5, null], item: { a: 0.5, c: [1n] }, parts: null },
    { n: 3, tags: null, prices: [], item: {}, parts: [] },
    // An item that is left out.
    { n: 4, tags: Object.assign([], { 1: "u" }), prices: null, item: null, parts: [{}] },
  ];
  await service.load({ kinds: { nested: data } });
  expect(await rows("select * from kinds.nested order by n")).toEqual([
    {
      n: 1,
      tags: [],
      prices: [1],
      item: { a: 1, b: null, c: null },
      parts: [
        { x: 1, y: null },
        { x: null, y: "s" },
      ],
    },
    { n: 2, tags: ["t"], prices: [2.5, null], item: { a: 0.5, b: null, c: [1] }, parts: null },
    { n: 3, tags: null, prices: [], item: { a: null, b: null, c: null }, parts: [] },
    { n: 4, tags: [null, "u"], prices: null, item: null, parts: [{ x: null, y: null }] },
  ]);
});

test("a value that is missing in all rows is null, also in a table of one column", async () => {
  await service.load({ bare: { one: [{ a: undefined }, {}] } });
  expect(await rows("select a from bare.one")).toEqual([{ a: null }, { a: null }]);
});

test("a table that is there keeps its columns and gets other rows", async () => {
  await service.load({ kept: { days: [{ day: new Date("2024-01-01"), n: 1 }] } });
  await service.load({ kept: { days: [{ n: 2 }, { day: "2024-02-03" }] } });
  expect(await rows("select date_format(day, '%Y-%m') as m, n from kept.days order by n")).toEqual([
    { m: null, n: 2 },
    { m: "2024-02", n: null },
  ]);
  await service.load({ kept: { days: [] } });
  expect(await rows("select count(*) as n from kept.days")).toEqual([{ n: 0 }]);
});

test("data that can't be loaded is refused with the table and the reason", async () => {
  expect(await refusal({ shop: "none-*.csv" })).toBe(`no file matches none-*.csv in ${folder}`);
  expect(await refusal({ shop: { t_1: [] } })).toBe(
    "the data of shop.t_1 can't be loaded: no row says which columns it has",
  );
  for (const row of [null, 5, [1, 2]])
    expect(await refusal({ shop: { t_1: [{ a: 1 }, row as never] } })).toBe(
      "the data of shop.t_1 can't be loaded: row 2 is no object of its columns' values",
    );
  expect(await refusal({ shop: { t_1: [{ a: 1 }, { a: "x" }] } })).toContain(
    "column a of shop.t_1: the value of row 2 is of another kind than those before",
  );
  expect(await refusal({ shop: { t_1: [{ a: [1] }, { a: [{}] }] } })).toContain(
    "column a of shop.t_1: the value of row 2 is of another kind than those before",
  );
  expect(await refusal({ shop: { t_1: [{ a: [{}] }] } })).toBe(
    "the data of shop.t_1 can't be loaded: column a: no object in it says which fields it has",
  );
  expect(await refusal({ shop: { t_1: [{ a: 1, A: 2 }] } })).toBe(
    "the data of shop.t_1 can't be loaded: the names a and A are the same in SQL",
  );
  expect(await refusal({ shop: { t_1: [{ a: { "": 1 } }] } })).toBe(
    "the data of shop.t_1 can't be loaded: column a: a name is empty",
  );
  expect(await refusal({ shop: { t_1: [{ a: "x" }, { a: "\ud800" }] } })).toContain(
    "row 2 holds half a character (a lone surrogate)",
  );
  expect(await refusal({ shop: { t_1: [{ a: 10n ** 38n }] } })).toBe(
    "the data of shop.t_1 can't be loaded: column a: 100000000000000000000000000000000000000 has more than 38 digits",
  );
  expect(await refusal({ shop: { orders: [{ id: 3, nope: 1 }] } })).toContain(
    'does not have a column with name "nope"',
  );
  expect(await refusal({ shop: { T1: [{ a: 1 }] } })).toContain('The table name "T1" must be');
  writeFileSync(join(folder, "more", "notes.txt"), "x");
  expect(await refusal({ shop: { notes: "more/notes.txt" } })).toMatch(
    /notes\.txt is neither Parquet, CSV, TSV nor JSON lines/,
  );
  // What was there is there still.
  expect(await rows("select count(*) as n from orders")).toEqual([{ n: 2 }]);
});

test("a catalogue file gives tables, and rows take its types", async () => {
  const columns = [
    { name: "id", type: "long" },
    { name: "day", type: "date" },
    { name: "code", type: "string" },
    { name: "tags", type: "array<string>" },
  ];
  const tables = ["empty_one", "with_rows", "of_a_file"].map((name) => ({ name, columns }));
  writeFileSync(
    join(folder, "svclib.catalog.json"),
    catalogueFile([
      { name: "crm", tables },
      { name: "none_in", tables: [] },
    ]),
  );
  writeFileSync(join(folder, "codes.csv"), "id,code\n1,007\n");
  await using own = await disposable({
    folder,
    catalog: "svclib.catalog.json",
    data: { crm: { with_rows: [{ time: 1, id: 1, day: "2024-01-02", code: "a" }], of_a_file: "codes.csv" } },
  });
  const client = connect(own.service.apikey, own.service.url, { database: "crm" });
  const read = async (sql: string): Promise<object[]> => (await client.query(sql)).objects();
  expect(await read("select id, code, cardinality(tags) as n from empty_one")).toEqual([]);
  expect(await read("select year(day) as y, time, tags from with_rows")).toEqual([
    { y: 2024, time: 1, tags: null },
  ]);
  expect(await read("select id, code from of_a_file")).toEqual([{ id: 1, code: "007" }]);
  expect((await client.list_databases()).map(({ name }) => name)).toEqual(["crm", "none_in"]);
  client.close();
  await expect(openTestService({ folder, catalog: "none.json" })).rejects.toThrow(
    "write it with svclib catalog pull",
  );
});

async function disposable(options: OpenTestOptions): Promise<AsyncDisposable & { service: OpenTestService }> {
  const own = await openTestService(options);
  return { service: own, [Symbol.asyncDispose]: () => own.close() };
}
