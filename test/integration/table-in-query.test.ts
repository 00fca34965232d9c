import { describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { create_engine, read_svc_query, sql } from "../../src/core/pandas-td.ts";
import type { Table } from "../../src/core/table/table.ts";
import { time_to_date } from "../../src/magics/result/time-to-date.ts";
import { runningService } from "./lib/running-service.ts";

// Small tables that are sent with a query, over a real socket and the real engine.

const svc = runningService();
const read = (statement: Parameters<typeof read_svc_query>[0], type = "presto"): Promise<Table> =>
  read_svc_query(statement as string, create_engine(`${type}:db1`, svc.con, { show_progress: false }));

const PRESTO = `
  select * from (values
    (1, tinyint '1', smallint '2', 3, bigint '9007199254740993', real '1.1', 1e0/3, true, 'a', cast('b' as varchar(3)), cast('c' as char(3))),
    (2, null, null, null, null, null, null, null, null, null, null),
    (3, tinyint '-128', smallint '-32768', -2147483648, -9223372036854775807 - 1, real '-0.1', nan(), false, '', 'é😀', 'x'),
    (4, tinyint '127', smallint '32767', 2147483647, bigint '9223372036854775807', real '3.4e38', infinity(), true, 'it''s "q"' || chr(10) || '\\', '''', ' y'),
    (5, tinyint '0', smallint '0', 0, bigint '0', real '0', -0e0, true, '{x}', '', '')
  ) t(i, tiny, small, int, big, re, dbl, bool, text, short, fix)`;
const PRESTO_TIMES = `
  select * from (values
    (1, date '2024-02-29', timestamp '2024-01-02 03:04:05.678', cast('2024-01-02 03:04:05.678901' as timestamp(6)), time '01:02:03.456', timestamp '2024-01-02 03:04:05.678 UTC'),
    (2, null, null, null, null, null),
    (3, date '0001-01-01', timestamp '1969-12-31 23:59:59.999', cast('1900-01-01 00:00:00.000001' as timestamp(6)), time '23:59:59.999', timestamp '1970-01-01 00:00:00.000 UTC'),
    (4, date '9999-12-31', timestamp '9999-12-31 23:59:59.999', cast('2038-01-19 03:14:08' as timestamp(6)), time '00:00:00.000', timestamp '2100-06-01 12:00:00.000 UTC')
  ) t(i, d, ts, ts6, tm, tz)`;
const PRESTO_OTHERS = `
  select * from (values
    (1, decimal '1.10', decimal '12345678901234567890.123456789', X'00FF10', json '{"a": [1, null]}', uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59'),
    (2, null, null, null, null, null),
    (3, decimal '-0.01', decimal '-0.000000001', X'', json '"x"', uuid '00000000-0000-0000-0000-000000000000')
  ) t(i, small, wide, bytes, js, id)`;
const PRESTO_NESTED = `
  select * from (values
    (1, array[1, null, 3], array[array['a'], null], map(array['k', 'l'], array[1.5e0, null]), cast(row(1, 'x', array[date '2024-01-01']) as row(n bigint, s varchar, ds array(date))), map(array[1, 2], array[decimal '1.50', decimal '-2.25']), array[json '[1]']),
    (2, null, null, null, null, null, null),
    (3, array[], array[], map(), cast(row(null, null, null) as row(n bigint, s varchar, ds array(date))), map(), array[null])
  ) t(i, nums, texts, m, r, md, js)`;
const HIVE = `
  select 1 as i, cast(1 as tinyint) as tiny, cast(-2 as smallint) as small, cast(-9223372036854775808 as bigint) as big, cast(1.5 as float) as fl,
         cast('NaN' as double) as dbl, cast('1.10' as decimal(10,2)) as dc, 'it\\'s \\\\' as s, cast('2024-01-02' as date) as d,
         cast('2024-01-02 03:04:05.678' as timestamp) as ts, false as b, unhex('00ff') as bin
  union all select 2, null, null, null, null, null, null, null, null, null, null, null`;

describe("values come back as they went, with their types", () => {
  test.each<[string, "presto" | "hive", string]>([
    ["numbers and texts", "presto", PRESTO],
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
