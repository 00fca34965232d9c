import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { Table } from "../../../src/core/table/table.ts";
import { save } from "../../../src/magics/result/save.ts";
import { set_timezone } from "../../../src/magics/result/set-timezone.ts";
import { recordingHost, type RecordingHost } from "../helpers/recording-host.ts";

let folder: string;
let host: RecordingHost;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-save-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  host = recordingHost();
});

const day = new Date("2024-05-06T07:08:09Z");
const mixed = Table.of(
  [
    [1, 2.5, NaN],
    ['say "hi"', "", null],
    ["a,b", "two\nlines", "日本"],
    [9007199254740993n, -1n, null],
    [true, false, null],
    [day, null, day],
    [[1, 2n], { a: null }, null],
  ],
  ["n", "quote", "text", "big", "flag", "when", "any"],
);

describe("CSV", () => {
  test("quotes, nothing and empty texts, exact integers", async () => {
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

  test("the index in front, in its zone, and a filter's rows only", async () => {
    const table = Table.of(
      [
        [1, 2],
        [day, new Date(0)],
      ],
      ["n", "time"],
      { index: ["time"] },
    );
    const zoned = set_timezone(table, "Asia/Tokyo").filter((d: { n: number }) => d.n === 1);
    await save(zoned, join(folder, "zoned.csv"));
    expect(await readFile(join(folder, "zoned.csv"), "utf8")).toBe("time,n\n2024-05-06 16:08:09+09:00,1\n");
    await save(Table.of([["a\tb"], ["c,d"]], ["x", "y"]), join(folder, "t.tsv"));
    expect(await readFile(join(folder, "t.tsv"), "utf8")).toBe('x\ty\n"a\tb"\tc,d\n');
  });

  test("more than one piece of output", async () => {
    const n = Array.from({ length: 50_000 }, (_, row) => row);
    await save(Table.of([n], ["n"]), join(folder, "long.csv"));
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

test("Parquet of whole numbers, of doubles that are whole, and without rows", async () => {
  const path = join(folder, "b.parquet");
  await save(
    Table.of(
      [
        [1, 2],
        [1, 2],
        [null, null],
      ],
      ["i", "d", "none"],
      { types: { d: "double" } },
    ),
    path,
  );
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([
    { i: 1n, d: 1, none: null },
    { i: 2n, d: 2, none: null },
  ]);
  await save(Table.of([[]], ["i"]), path);
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([]);
});

test("~ is the home folder", async () => {
  const name = `.svc-save-test-${process.pid}.csv`;
  try {
    await save(Table.of([[1]], ["n"]), `~/${name}`);
    expect(await readFile(join(homedir(), name), "utf8")).toBe("n\n1\n");
  } finally {
    await rm(join(homedir(), name), { force: true });
  }
});

describe("what can't be written", () => {
  test("leaves no part behind, and says why", async () => {
    await expect(save(mixed, join(folder, "no", "a.csv"))).rejects.toThrow(
      `${join(folder, "no", "a.csv")} can't be written: its folder does not exist`,
    );
    await expect(save(mixed, folder)).rejects.toThrow(/can't be written: (it is a folder|EEXIST|ENOTEMPTY)/);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(host.printed).toEqual([]);
  });
});
