import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { read_local, type FrameInput } from "../../src/core/pandas-td.ts";
import { time_to_date } from "../../src/magics/result/time-to-date.ts";
import { runningService } from "./lib/running-service.ts";
import { PRESTO_NESTED, PRESTO_OTHERS, PRESTO_TIMES, PRESTO_VALUES } from "./lib/value-matrix.ts";

// SQL over tables of this process and files, over a real socket and the real engine.

const svc = runningService();
let files: string;

beforeAll(async () => {
  process.env["SVC_HOME"] = svc.service.dataDir;
  files = await mkdtemp(join(tmpdir(), "svc-files-"));
});
afterAll(() => rm(files, { recursive: true }));

const HIVE_VALUES = `
  select 1 as i, cast(1 as tinyint) as tiny, cast(2 as bigint) as big, cast(1.5 as float) as fl, cast('1.10' as decimal(10,2)) as dc, 'x' as s,
         cast('2024-01-02' as date) as d, cast('2024-01-02 03:04:05.678' as timestamp) as ts, array(1, 2) as a, map('k', 1) as m,
         named_struct('a', 1, 'b', 'y') as st, true as b`;

describe("values come back as they went, with their types", () => {
  test.each<[string, "presto" | "hive", string]>([
    ["numbers and texts", "presto", PRESTO_VALUES],
    ["times", "presto", PRESTO_TIMES],
    ["decimals, bytes, JSON, UUID", "presto", PRESTO_OTHERS],
    ["nested", "presto", PRESTO_NESTED],
    ["Hive's", "hive", HIVE_VALUES],
  ])("%s", async (_, type, sql) => {
    const values = await read_local(`${sql} order by i`, { type });
    const back = await read_local("select * from held order by i", { type, tables: { held: values } });
    expect([back.types, back.objects()]).toEqual([values.types, values.objects()]);
    // As magics hold it, with dates.
    const dated = time_to_date(values);
    const again = time_to_date(
      await read_local("select * from held order by i", { type, tables: { held: dated } }),
    );
    expect([again.types, again.objects()]).toEqual([dated.types, dated.objects()]);
    // Without the types, by the values.
    const rows = values.objects();
    const inferred = await read_local("select * from held order by i", {
      type,
      tables: { held: rows as FrameInput },
    });
    expect(inferred.objects().map(({ i }) => i)).toEqual(rows.map(({ i }) => i));
  });
});

const airports = [
  { code: "HNL", city: "Honolulu", runways: 4 },
  { code: "NRT", city: "Narita", runways: 2 },
];

describe("what a statement can use", () => {
  test("joins tables, files of each format, and the service's tables", async () => {
    await svc.con.query("create table db1.visits as select 'HNL' as code, 7 as visits");
    await writeFile(join(files, "prices.csv"), "code,price,since\nHNL,1.5,2024-01-02\nNRT,2,2024-03-04\n");
    await writeFile(join(files, "Tags.jsonl"), '{"code":"HNL","tags":["a","b"]}\n{"code":"NRT","tags":[]}\n');
    const csv = join(files, "prices.csv");
    const jsonl = join(files, "Tags.jsonl");
    const table = await read_local(
      `select a.city, v.visits, p.price, p.since + interval '1' day as next, cardinality(j.tags) as tags
       from airports a join '${csv}' p on a.code = p.code join '${jsonl}' j on j.code = a.code
       left join db1.visits v on v.code = a.code order by a.city`,
      { tables: { airports }, files: [csv, jsonl] },
    );
    expect([table.types, table.objects()]).toEqual([
      { city: "varchar", visits: "integer", price: "double", next: "date", tags: "bigint" },
      [
        { city: "Honolulu", visits: 7, price: 1.5, next: "2024-01-03", tags: 2 },
        { city: "Narita", visits: null, price: 2, next: "2024-03-05", tags: 0 },
      ],
    ]);
  });

  test("a table wins over the service's, a common table over both", async () => {
    await svc.con.query("create table db1.spots as select 'service' as origin");
    const tables = { spots: [{ origin: "notebook" }] };
    const origin = async (sql: string): Promise<unknown> =>
      (await read_local(sql, { tables, database: "db1" })).objects();
    expect(await origin("select origin from spots")).toEqual([{ origin: "notebook" }]);
    expect(await origin("select origin from db1.spots")).toEqual([{ origin: "service" }]);
    expect(await origin("with spots as (select 'query' as origin) select origin from spots")).toEqual([
      { origin: "query" },
    ]);
    expect(await origin("with spots as (select * from spots) select origin from spots")).toEqual([
      { origin: "notebook" },
    ]);
  });

  test("names of any kind, and a column named as nothing in SQL", async () => {
    const rows = [{ 'a "b" c': 1, select: "x", 日本: true, __proto__x: null }];
    const table = await read_local('select * from "my rows" where "a ""b"" c" = 1 and "日本"', {
      tables: { "my rows": rows },
    });
    expect(table.objects()).toEqual(rows);
  });

  test("mixed values in lists, objects and maps are texts there, with JSON for what is no text", async () => {
    const t: FrameInput = [
      { a: [1, "x", null, 10n ** 40n], b: { x: 1 }, c: new Map<string, unknown>([["k", [NaN]]]), d: [{}] },
      { a: ["\0"], b: { x: "s" }, c: new Map<string, unknown>([["k", "v"]]), d: null },
    ];
    expect((await read_local("select * from t", { tables: { t } })).objects()).toEqual([
      { a: ["1", "x", null, `1${"0".repeat(40)}`], b: { x: "1" }, c: { k: "[null]" }, d: ["{}"] },
      { a: ["\0"], b: { x: "s" }, c: { k: "v" }, d: null },
    ]);
  });

  test("typed arrays are lists", async () => {
    const t: FrameInput = [{ f: Float64Array.of(1.5, NaN), i: BigInt64Array.of(1n, -(2n ** 63n)) }];
    const back = await read_local("select f, i[2] as last from t", { tables: { t } });
    expect(back.objects()).toEqual([{ f: [1.5, NaN], last: -(2n ** 63n) }]);
  });

  test("half a character is refused in lists too, and stays in names of objects", async () => {
    const t: FrameInput = [{ a: ["\ud800x"] }];
    await expect(read_local("select * from t", { tables: { t } })).rejects.toThrow(
      `the table t can't be used in SQL: a text holds half a character (a lone surrogate): "\\ud800x"`,
    );
    const named: FrameInput = [{ a: { "\ud800": 1, "k\0": 2 } }];
    const back = await read_local("select * from named", { tables: { named } });
    expect(back.objects()).toEqual([{ a: '{"\\ud800":1,"k\\u0000":2}' }]);
  });

  test("an integer past 38 digits is text", async () => {
    const long = await read_local("select n from t", { tables: { t: [{ n: 10n ** 40n }] } });
    expect([long.types, long.objects()]).toEqual([{ n: "varchar" }, [{ n: `1${"0".repeat(40)}` }]]);
  });

  test("a filtered, ordered table counts as it is shown; one without rows keeps its columns", async () => {
    const all = arqueroTable({ n: [3, 1, 2], x: [0.5, NaN, null] });
    const some = all.filter("d => d.n < 3").orderby("n");
    expect(
      (await read_local("select count(*) c, sum(n) s from some", { tables: { some } })).objects(),
    ).toEqual([{ c: 2, s: 3 }]);
    const none = await read_local("select * from empty", { tables: { empty: all.filter("d => false") } });
    expect([none.types, none.numRows()]).toEqual([{ n: "bigint", x: "double" }, 0]);
  });

  test("a table is handed over once, a list of rows each time, and a file as it is now", async () => {
    const held = arqueroTable({ n: [1] });
    const sent = async (): Promise<string[]> =>
      (await readdir(join(svc.service.dataDir, "local"), { recursive: true })).map(String);
    await read_local("select n from held", { tables: { held } });
    const once = await sent();
    await read_local("select n + 1 as m from held", { tables: { held } });
    expect(await sent()).toEqual(once);
    const rows = [{ n: 1 }];
    await read_local("select n from rows_", { tables: { rows_: rows } });
    rows.push({ n: 2 });
    expect((await read_local("select sum(n) s from rows_", { tables: { rows_: rows } })).objects()).toEqual([
      { s: 3 },
    ]);
    const path = join(files, "now.csv");
    await writeFile(path, "n\n1\n");
    const sum = async () => (await read_local(`select sum(n) s from '${path}'`, { files: [path] })).objects();
    expect(await sum()).toEqual([{ s: 1 }]);
    await writeFile(path, "n\n1\n5\n");
    expect(await sum()).toEqual([{ s: 6 }]);
    expect(await sent()).toEqual(once);
  });

  test("a hosted account in the environment changes nothing", async () => {
    process.env["SVC_API_KEY"] = "1/hosted";
    process.env["SVC_API_SERVER"] = "https://svc.invalid";
    try {
      expect(
        (await read_local("select count(*) n from airports", { tables: { airports } })).objects(),
      ).toEqual([{ n: 2 }]);
    } finally {
      delete process.env["SVC_API_KEY"];
      delete process.env["SVC_API_SERVER"];
    }
  });
});

describe("what it refuses", () => {
  const failure = (sql: string, options: Parameters<typeof read_local>[1] = {}): Promise<string> =>
    read_local(sql, options).then(
      () => "it ran",
      (error: Error) => error.message.replace(/^presto job \d+ failed: /, "").replaceAll(files, "DIR"),
    );

  test.each<[string, string, string]>([
    [
      "select cod from airports",
      "COLUMN_NOT_FOUND: line 1:8: column 'cod' cannot be resolved; did you mean 'code'?",
      "",
    ],
    [
      "select 1 from airport",
      "TABLE_NOT_FOUND: line 1:15: table 'sample_datasets.airport' does not exist; did you mean 'airports'?",
      "",
    ],
    [
      "select 1 from 'DIR/other.csv'",
      "NOT_SUPPORTED: line 1:15: unsupported in the local service: 'DIR/other.csv' in place of a table: %%svc_local, --local and read_local read files and jobs",
      "",
    ],
    [
      "select 1 from job(42)",
      "NOT_SUPPORTED: line 1:15: unsupported in the local service: job(42) in place of a table: %%svc_local, --local and read_local read files and jobs",
      "",
    ],
    [
      "create table db1.x as select * from airports",
      "NOT_SUPPORTED: line 1:1: unsupported in the local service: a statement over local tables that changes data; it can only read",
      "",
    ],
    [
      "drop table airports",
      "NOT_SUPPORTED: line 1:1: unsupported in the local service: a statement over local tables that changes data; it can only read",
      "",
    ],
    [
      "insert into airports values ('x')",
      "NOT_SUPPORTED: line 1:1: unsupported in the local service: a statement over local tables that changes data; it can only read",
      "",
    ],
    [
      "select 1 from read_csv('/etc/passwd')",
      "NOT_SUPPORTED: line 1:15: unsupported in the local service: the table function read_csv",
      "",
    ],
    [
      "select 1 from 'https://svc.invalid/a.csv'",
      "'https://svc.invalid/a.csv' is an address; only files of this machine can be read: download it first",
      "https://svc.invalid/a.csv",
    ],
    [
      "select 1 from 'DIR/*.csv'",
      "'DIR/*.csv' is not there: name each file, patterns are not read",
      "DIR/*.csv",
    ],
    ["select 1 from 'DIR/none.csv'", "", "DIR/none.csv"],
    [
      "select 1 from '/etc/passwd'",
      "'passwd' can't be read: files end in .parquet, .csv, .tsv or .jsonl",
      "/etc/passwd",
    ],
    ["select 1 from 'DIR'", "", "DIR"],
  ])("%s", async (sql, message, file) => {
    const named = file === "" ? {} : { files: [file.replace("DIR", files)] };
    const said = await failure(sql.replace("DIR", files), { tables: { airports }, ...named });
    if (message === "") expect(said).toMatch(/^'DIR[^']*' can't be read: |^'svc-files-.*' can't be read/);
    else expect(said).toBe(message);
  });

  test("values that are no table, and columns that SQL can't name", async () => {
    expect(await failure("select 1 from x", { tables: { x: 5 as unknown as FrameInput } })).toBe(
      "x is no table, so it can't stand in FROM: it is 5; a table, or a list of row objects can",
    );
    expect(await failure("select 1 from x", { tables: { x: [{ a: 1, A: 2 }] } })).toBe(
      "NOT_SUPPORTED: x has two columns A, which differ at most in case; rename it",
    );
    expect(await failure("select 1 from x", { tables: { x: [{ a: "\ud800" }] } })).toBe(
      'the table x can\'t be used in SQL: row 0 of column "a" holds half a character (a lone surrogate): "\\ud800"',
    );
  });

  test("damaged files, by the name that the statement gives them", async () => {
    await writeFile(join(files, "bad.parquet"), "PAR1 no");
    const bad = join(files, "bad.parquet");
    expect(await failure(`select 1 from '${bad}'`, { files: [bad] })).toMatch(
      /^INVALID_FUNCTION_ARGUMENT: 'DIR\/bad.parquet' can't be read: /,
    );
    await writeFile(join(files, "bad.jsonl"), '{"a":1}\nnot json\n');
    const json = join(files, "bad.jsonl");
    const said = await failure(`select sum(a) from '${json}'`, { files: [json] });
    expect(said).toContain("DIR/bad.jsonl");
    expect(said).not.toContain(svc.service.dataDir);
  });

  test("a link is what it leads to, and no other key reads a session's files", async () => {
    await writeFile(join(files, "real.csv"), "n\n1\n");
    await symlink(join(files, "real.csv"), join(files, "link.csv"));
    const link = join(files, "link.csv");
    expect((await read_local(`select n from '${link}'`, { files: [link] })).objects()).toEqual([{ n: 1 }]);
    const body = (local: unknown): FormData => {
      const form = new FormData();
      form.set("query", "select * from t");
      form.set("local", JSON.stringify(local));
      return form;
    };
    const issue = async (local: unknown): Promise<string> => {
      const response = await svc.service.app(
        new Request("http://svc.test/v3/job/issue/presto/db1", {
          method: "POST",
          body: body(local),
          headers: { authorization: `TD1 ${svc.service.apikey}` },
        }),
      );
      return ((await response.json()) as { message?: string }).message ?? "issued";
    };
    const refused = "The field local must be a list of tables, each with name, file and columns.";
    const session = "1-00000000-0000-0000-0000-000000000000";
    for (const file of [
      "../keys.json",
      `${session}/../../keys.json`,
      `${session}/1.txt`,
      "/etc/passwd",
      `${session}/1.csv/x`,
    ])
      expect(await issue([{ name: "t", file, columns: null }])).toBe(refused);
    expect(await issue({ name: "t" })).toBe(refused);
    expect(await issue([{ name: "t", file: `${session}/1.csv`, columns: [{ name: 1 }] }])).toBe(refused);
  });
});
