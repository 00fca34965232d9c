import { describe, expect, test } from "@jest/globals";
import type { Batch } from "../../src/core/blocks/batch.ts";
import { Fault } from "../../src/engine/errors/fault.ts";
import type { ClusterColumn, ClusterDialect } from "../../src/clusters/cluster.ts";
import { loadRows } from "../../src/clusters/load-rows.ts";
import { hiveDialect } from "../../src/clusters/hive-server/hive-dialect.ts";
import { trinoDialect } from "../../src/clusters/trino/trino-dialect.ts";

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

const digits = (value: string): string =>
  `regexp_replace(regexp_replace(lower(${value}), 'e[-+0-9]+$|utc|[-+.:tz ]', ''), '^0+|0+$', '')`;

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
      "SELECT 1 FROM `db`.`stage` WHERE `time` IS NOT NULL AND CAST(`time` AS int) IS NULL OR CAST(CAST(`time` AS int) AS bigint) <> `time` LIMIT 1",
      `SELECT 1 FROM \`db\`.\`stage\` WHERE \`Name\` IS NOT NULL AND CAST(\`Name\` AS date) IS NULL OR ${digits("CAST(CAST(`Name` AS date) AS string)")} <> ${digits("`Name`")} LIMIT 1`,
    ]);
    const lost = await load(hiveDialect, [[1n, "x"]], narrow, { hasRows: true });
    expect(lost.some((sql) => sql.startsWith("INSERT INTO `db`.`t`"))).toBe(false);
    expect(lost.at(-1)).toBe(
      "threw Column time of db.t is int, which can't hold all of the values of the import.",
    );
  });

  test.each<[string, ClusterDialect, string, string]>([
    [
      "an integer",
      hiveDialect,
      "bigint",
      `CAST(\`Name\` AS bigint) IS NULL OR ${digits("CAST(CAST(`Name` AS bigint) AS string)")} <> ${digits("`Name`")}`,
    ],
    [
      "a decimal",
      trinoDialect,
      "decimal(10,2)",
      `TRY(${digits('CAST(CAST("Name" AS decimal(10,2)) AS varchar)')}) IS DISTINCT FROM TRY(${digits('"Name"')})`,
    ],
    [
      "a time",
      trinoDialect,
      "timestamp(0)",
      `TRY(${digits('CAST(CAST("Name" AS timestamp(0)) AS varchar)')}) IS DISTINCT FROM TRY(${digits('"Name"')})`,
    ],
    [
      "a time with a zone",
      trinoDialect,
      "timestamp(3) with time zone",
      'TRY(CAST(CAST("Name" AS timestamp(3) with time zone) AS timestamp(12) with time zone)) IS DISTINCT FROM TRY(CAST("Name" AS timestamp(12) with time zone))',
    ],
    [
      "a short text",
      trinoDialect,
      "varchar(3)",
      'TRY(substr(CAST("Name" AS varchar), 1, 3)) IS DISTINCT FROM TRY(CAST("Name" AS varchar))',
    ],
    [
      "a short text on Hive",
      hiveDialect,
      "varchar(3)",
      "CAST(`Name` AS varchar(3)) IS NULL OR substr(CAST(`Name` AS string), 1, 3) <> CAST(`Name` AS string)",
    ],
  ])(
    "a text that %s can't hold is looked for, as CAST changes it without an error",
    async (_, sql, type, condition) => {
      const said = await load(sql, [[1n, "12.5"]], [target[0]!, { name: "name", type }], { hasRows: true });
      expect(said[3]).toContain(`${condition} LIMIT 1`);
      expect(said.at(-1)).toBe(
        `threw Column Name of db.t is ${type}, which can't hold all of the values of the import.`,
      );
    },
  );

  test("what Trino's CAST reads strictly is not looked for", async () => {
    const columns = [target[0]!, { name: "name", type: "boolean" }];
    expect((await load(trinoDialect, [[1n, "true"]], columns)).join("\n")).not.toContain("LIMIT 1");
  });

  test("a number comes back from a CAST unchanged, or is 2^63, which Hive takes for 2^63-1", () => {
    const from = { name: "n", type: "bigint" };
    expect(trinoDialect.lostByCast(from, "double")).toBe(
      'TRY(CAST(CAST("n" AS double) AS bigint)) IS DISTINCT FROM TRY("n")',
    );
    expect(hiveDialect.lostByCast(from, "double")).toBe(
      "`n` IS NOT NULL AND CAST(`n` AS double) IS NULL OR CAST(CAST(`n` AS double) AS bigint) <> `n` OR CAST(`n` AS double) >= 9223372036854775808D",
    );
    expect(trinoDialect.lostByCast(from, "real")).toBeNull();
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
