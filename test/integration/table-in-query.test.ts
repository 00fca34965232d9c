import { describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { create_engine, read_svc_query, sql } from "../../src/core/pandas-td.ts";
import type { Table } from "../../src/core/table/table.ts";
import { time_to_date } from "../../src/magics/result/time-to-date.ts";
import { runningService } from "./lib/running-service.ts";
import { PRESTO_NESTED, PRESTO_OTHERS, PRESTO_TIMES, PRESTO_VALUES } from "./lib/value-matrix.ts";

// Small tables that are sent with a query, over a real socket and the real engine.

const svc = runningService();
const read = (statement: Parameters<typeof read_svc_query>[0], type = "presto"): Promise<Table> =>
  read_svc_query(statement as string, create_engine(`${type}:db1`, svc.con, { show_progress: false }));
const HIVE = `
  select 1 as i, cast(1 as tinyint) as tiny, cast(-2 as smallint) as small, cast(-9223372036854775808 as bigint) as big, cast(1.5 as float) as fl,
         cast('NaN' as double) as dbl, cast('1.10' as decimal(10,2)) as dc, 'it\\'s \\\\' as s, cast('2024-01-02' as date) as d,
         cast('2024-01-02 03:04:05.678' as timestamp) as ts, false as b, unhex('00ff') as bin
  union all select 2, null, null, null, null, null, null, null, null, null, null, null`;

describe("values come back as they went, with their types", () => {
  test.each<[string, "presto" | "hive", string]>([
    ["numbers and texts", "presto", PRESTO_VALUES],
    ["times", "presto", PRESTO_TIMES],
    ["decimals, bytes, JSON, UUID", "presto", PRESTO_OTHERS],
    ["nested", "presto", PRESTO_NESTED],
    ["Hive's", "hive", HIVE],
  ])("%s", async (_, type, statement) => {
    const values = await read(`${statement} order by i`, type);
    const back = await read(sql`select * from ${values} t order by i`, type);
    expect([back.types, back.objects()]).toEqual([values.types, values.objects()]);
    // As magics hold it, with dates.
    const dated = time_to_date(values);
    const again = time_to_date(await read(sql`select * from ${dated} t order by i`, type));
    expect([again.types, again.objects()]).toEqual([dated.types, dated.objects()]);
    // Without rows.
    const none = await read(sql`select * from ${values.filter("d => false")} t`, type);
    expect([none.types, none.numRows()]).toEqual([values.types, 0]);
  });
});

const airports = [
  {
    code: "HNL",
    city: "Honolulu",
    "Runways today": 4,
    since: new Date("1927-03-21"),
    tags: ["island", "big"],
  },
  { code: "NRT", city: "Narita", "Runways today": 2, since: null, tags: [] },
];

describe("where a table can stand", () => {
  const ids = arqueroTable({ id: [2, 3], dup: ["a", "b"] });
  test.each<[string, ReturnType<typeof sql>, object[]]>([
    [
      "no alias",
      sql`select city, "Runways today" as n from ${airports} order by 1`,
      [
        { city: "Honolulu", n: 4 },
        { city: "Narita", n: 2 },
      ],
    ],
    ["names of columns", sql`select x from ${ids} as i(x, y) where y = ${"b"}`, [{ x: 3 }]],
    [
      "a join with itself",
      sql`select a.id, b.dup from ${ids} a join ${ids} b on a.id = b.id + ${1}`,
      [{ id: 3, dup: "a" }],
    ],
    ["a comma", sql`select count(*) as n from ${ids} a, (values 1, 2) v(x), ${ids} b`, [{ n: 8 }]],
    ["IN", sql`select x from (values 1, 2) v(x) where x in (select id from ${ids})`, [{ x: 2 }]],
    ["parentheses", sql`select count(*) as n from (${ids} a cross join ${ids} b)`, [{ n: 4 }]],
    ["WITH", sql`with t as (select * from /* them */ ${ids}) select max(dup) as m from t`, [{ m: "b" }]],
    ["a part", sql`select count(*) as n ${sql`from ${ids}`}`, [{ n: 2 }]],
    [
      "a lone column of rows",
      sql`select p.x, p.y[1] as y from ${[{ p: { x: 1, y: [2n] } }, { p: null }]}`,
      [
        { x: 1, y: 2 },
        { x: null, y: null },
      ],
    ],
    [
      "what values hold",
      sql`select tags[1] as tag, year(since) as y from ${airports} where since is not null`,
      [{ tag: "island", y: 1927 }],
    ],
  ])("%s", async (_, statement, rows) => {
    expect((await read(statement)).objects()).toEqual(rows);
  });

  test("in Hive, with an alias", async () => {
    const rows = await read(
      sql`select a.id, upper(b.dup) as d from ${ids} a left join ${ids} b on a.id = b.id order by a.id`,
      "hive",
    );
    expect(rows.objects()).toEqual([
      { id: 2, d: "A" },
      { id: 3, d: "B" },
    ]);
  });
});
