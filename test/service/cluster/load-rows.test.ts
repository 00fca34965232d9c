import { describe, expect, test } from "vitest";
import type { Batch } from "../../../src/service/engine/engine.ts";
import { Fault } from "../../../src/service/errors/fault.ts";
import type { ClusterColumn, ClusterDialect } from "../../../src/service/cluster/cluster-dialect.ts";
import { loadRows } from "../../../src/service/cluster/load-rows.ts";
import { hiveDialect } from "../../../src/service/hive-server/hive-dialect.ts";
import { trinoDialect } from "../../../src/service/trino/trino-dialect.ts";

const staged = [
  { name: "time", type: "long" },
  { name: "Name", type: "string" },
];

// eslint-disable-next-line @typescript-eslint/require-await -- rows that are there already
async function* batches(rows: readonly unknown[][]): AsyncGenerator<Batch> {
  yield {
    rowCount: rows.length,
    columns: staged.map((_, i) => ({ kind: "other", values: rows.map((row) => row[i]) })),
  };
}

async function load(
  sql: ClusterDialect,
  rows: readonly unknown[][],
  columns: readonly ClusterColumn[],
  options: { fail?: RegExp; hasRows?: boolean } = {},
): Promise<string[]> {
  const said: string[] = [];
  const run = (text: string): Promise<void> => {
    said.push(text);
    if (options.fail?.test(text))
      return Promise.reject(new Fault("not_supported", "This connector does not support it"));
    return Promise.resolve();
  };
  await loadRows({
    sql,
    run,
    hasRows: (text) => {
      said.push(text);
      return Promise.resolve(options.hasRows ?? false);
    },
    database: "db",
    target: { name: "t", columns },
    stage: "stage",
    rows: { columns: staged, batches: () => batches(rows) },
  }).catch((error: unknown) => said.push(`threw ${(error as Error).message}`));
  return said;
}

const target = [
  { name: "time", type: "bigint" },
  { name: "name", type: "varchar" },
];

describe("loadRows", () => {
  test("few rows are loaded with one INSERT, with the spelling of the table's column names", async () => {
    expect(
      await load(
        trinoDialect,
        [
          [1n, "it's"],
          [-9223372036854775808n, null],
        ],
        target,
      ),
    ).toEqual([
      `INSERT INTO "db"."t" ("time", "name")
SELECT * FROM UNNEST(CAST(json_parse('[[1,"it''s"],
[-9223372036854775808,null]]') AS array(row("time" bigint, "name" varchar))))`,
    ]);
    expect(
      await load(
        hiveDialect,
        [[1n, "it's \\ "]],
        [
          { name: "time", type: "bigint" },
          { name: "name", type: "string" },
        ],
      ),
    ).toEqual(["INSERT INTO `db`.`t` (`time`, `name`) VALUES\n(1L, 'it\\'s \\\\ ')"]);
  });

  test("many rows go to a staging table first", async () => {
    const few = { ...trinoDialect, insertRows: 1 };
    expect(
      (
        await load(
          few,
          [
            [1n, "a"],
            [2n, "b"],
            [3n, "c"],
          ],
          target,
        )
      ).map((sql) => sql.split(/\n|\(/)[0]),
    ).toEqual([
      'DROP TABLE IF EXISTS "db"."stage"',
      'CREATE TABLE "db"."stage" ',
      'INSERT INTO "db"."stage" ',
      'INSERT INTO "db"."stage" ',
      'INSERT INTO "db"."stage" ',
      'INSERT INTO "db"."t" ',
      'DROP TABLE IF EXISTS "db"."stage"',
    ]);
  });

  test("values are cast to the table's types, also for few rows", async () => {
    const said = await load(trinoDialect, [[1n, "2024-01-01"]], [target[0]!, { name: "name", type: "date" }]);
    expect(said.at(-2)).toBe(
      'INSERT INTO "db"."t" ("time", "name") SELECT "time", CAST("Name" AS date) FROM "db"."stage"',
    );
  });

  test("on Hive, whose CAST loses values silently, lossy casts are looked for first", async () => {
    const narrow = [
      { name: "time", type: "int" },
      { name: "name", type: "date" },
    ];
    const said = await load(hiveDialect, [[1n, "2024-01-01"]], narrow);
    expect(said[1]).toBe("CREATE TABLE `db`.`stage` (`time` bigint, `Name` string) STORED AS ORC");
    expect(said.slice(3, 5)).toEqual([
      "SELECT 1 FROM `db`.`stage` WHERE `time` IS NOT NULL AND CAST(`time` AS int) IS NULL OR CAST(CAST(`time` AS int) AS bigint) <> CAST(`time` AS bigint) LIMIT 1",
      "SELECT 1 FROM `db`.`stage` WHERE `Name` IS NOT NULL AND CAST(`Name` AS date) IS NULL LIMIT 1",
    ]);
    const lost = await load(hiveDialect, [[1n, "x"]], narrow, { hasRows: true });
    expect(lost.some((sql) => sql.startsWith("INSERT INTO `db`.`t`"))).toBe(false);
    expect(lost.at(-1)).toBe(
      "threw Column time of db.t is int, which can't hold all of the values of the import.",
    );
  });

  test.each([
    [
      trinoDialect,
      'TRY(CAST(CAST("Name" AS bigint) AS double)) IS DISTINCT FROM TRY(CAST("Name" AS double))',
      'TRY(substr(CAST("Name" AS varchar), 1, 3)) IS DISTINCT FROM TRY(CAST("Name" AS varchar))',
    ],
    [
      hiveDialect,
      "`Name` IS NOT NULL AND CAST(`Name` AS bigint) IS NULL OR CAST(CAST(`Name` AS bigint) AS double) <> CAST(`Name` AS double)",
      "`Name` IS NOT NULL AND CAST(`Name` AS varchar(3)) IS NULL OR substr(CAST(`Name` AS string), 1, 3) <> CAST(`Name` AS string)",
    ],
  ])("a number that is rounded and a text that is cut are no error of CAST", async (sql, rounded, cut) => {
    for (const [type, condition] of [
      ["bigint", rounded],
      ["varchar(3)", cut],
    ] as const) {
      const said = await load(sql, [[1n, "12.5"]], [target[0]!, { name: "name", type }], { hasRows: true });
      expect(said[3]).toMatch(/^SELECT 1 FROM .+ WHERE .+ LIMIT 1$/);
      expect(said[3]).toContain(`WHERE ${condition} LIMIT`);
      expect(said.at(-1)).toBe(
        `threw Column Name of db.t is ${type}, which can't hold all of the values of the import.`,
      );
    }
  });

  test("Hive gets the least integer as a text", async () => {
    const said = await load(
      hiveDialect,
      [[-(2n ** 63n), null]],
      [target[0]!, { name: "name", type: "string" }],
    );
    expect(said[0]).toContain("(CAST('-9223372036854775808' AS bigint), NULL)");
  });

  test("a failure drops the staging table", async () => {
    const few = { ...trinoDialect, insertRows: 1 };
    const said = await load(
      few,
      [
        [1n, "a"],
        [2n, "b"],
      ],
      target,
      { fail: /INSERT INTO "db"."t"/ },
    );
    expect(said.slice(-2)).toEqual([
      'DROP TABLE IF EXISTS "db"."stage"',
      "threw This connector does not support it",
    ]);
  });

  test("missing columns are added", async () => {
    const said = await load(trinoDialect, [[1n, "a"]], [target[0]!]);
    expect(said[0]).toBe('ALTER TABLE "db"."t" ADD COLUMN "Name" varchar');
  });

  test("if that is impossible, only an empty table with no column but time is created again", async () => {
    const fail = /ADD COLUMN/;
    const bare = await load(trinoDialect, [[1n, "a"]], [target[0]!], { fail });
    expect(bare.slice(1, 4)).toEqual([
      'SELECT 1 FROM "db"."t" LIMIT 1',
      'DROP TABLE "db"."t"',
      'CREATE TABLE "db"."t" ("time" bigint, "Name" varchar)',
    ]);
    const full = await load(trinoDialect, [[1n, "a"]], [target[0]!], { fail, hasRows: true });
    expect(full.at(-1)).toBe("threw This connector does not support it");
    const other = await load(trinoDialect, [[1n, "a"]], [target[0]!, { name: "x", type: "bigint" }], {
      fail,
    });
    expect(other.some((sql) => sql.startsWith("DROP"))).toBe(false);
  });
});
