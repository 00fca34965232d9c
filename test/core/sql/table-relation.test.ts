import { describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import { sql } from "../../../src/core/sql/sql-template.ts";
import { castType, typedLiteral } from "../../../src/core/sql/table-relation.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";

const airports = [
  { code: "HNL", "runways 'n'": 4, at: new Date("2024-05-06T07:08:09Z"), big: true },
  { code: "it's", "runways 'n'": null, at: null, big: false },
];

test("a table after FROM becomes a subquery on one line, typed", () => {
  const statement = sql`select * from ${airports} a where code = ${"x"}`;
  expect(String(statement)).toBe(
    'select * from (SELECT CAST(c0 AS varchar) AS "code", CAST(c1 AS bigint) AS "runways \'n\'", CAST(c2 AS timestamp(3)) AS "at", CAST(c3 AS boolean) AS "big" ' +
      "FROM (VALUES ('HNL', 4, '2024-05-06 07:08:09.000', TRUE), ('it''s', NULL, NULL, FALSE)) AS t(c0, c1, c2, c3)) a where code = 'x'",
  );
  expect(statement.render("hive")).toBe(
    "select * from (SELECT CAST(c0 AS string) AS `code`, CAST(c1 AS bigint) AS `runways 'n'`, CAST(c2 AS timestamp) AS `at`, CAST(c3 AS boolean) AS `big` " +
      "FROM (SELECT stack(2, 'HNL', '4', '2024-05-06 07:08:09.000000', TRUE, 'it\\'s', NULL, NULL, FALSE) AS (c0, c1, c2, c3)) t) a where code = 'x'",
  );
});

test("a table without rows keeps its columns", () => {
  const none = table({ id: [1, 2], name: ["a", "b"] }).filter(() => false);
  expect(String(sql`select * from ${none}`)).toBe(
    'select * from (SELECT CAST(NULL AS bigint) AS "id", CAST(NULL AS varchar) AS "name" WHERE FALSE)',
  );
});

test.each<[unknown, string, string]>([
  [1.5, "double", "1.5E0"],
  [NaN, "double", "CAST('NaN' AS DOUBLE)"],
  [-(2n ** 63n), "bigint", "(-9223372036854775807 - 1)"],
  [2n ** 70n, "decimal(38,0)", "'1180591620717411303424'"],
  [Uint8Array.of(0, 255), "varbinary", "X'00ff'"],
  [[1, null], "array(bigint)", "ARRAY[1, NULL]"],
  [[], "array(varchar)", "ARRAY[]"],
  [new Map([["k", 1]]), "map(varchar, bigint)", "MAP(ARRAY['k'], ARRAY[1])"],
  [{ a: "x", b: [true] }, 'row("a" varchar, "b" array(boolean))', "ROW('x', ARRAY[TRUE])"],
  [{}, "varchar", "'{}'"],
  [10n ** 40n, "varchar", "'10000000000000000000000000000000000000000'"],
  ["'); drop table t --", "varchar", "'''); drop table t --'"],
])("a value of rows: %#", (value, type, literal) => {
  expect(String(sql`select 1 from ${[{ n: 1, v: value }]}`)).toBe(
    `select 1 from (SELECT CAST(c0 AS bigint) AS "n", CAST(c1 AS ${type}) AS "v" FROM (VALUES (1, ${literal})) AS t(c0, c1))`,
  );
});

describe("is refused", () => {
  const rows = Array.from({ length: 1001 }, (_, id) => ({ id }));
  const way = "; write it with to_svc, or run the query with read_local (--local on a magic's line)";

  test.each<[unknown, string]>([
    [rows, `the table has 1,001 rows, and a query can hold 1,000${way}`],
    [
      [{ t: "x".repeat(200_000) }, { t: "y".repeat(56_000) }],
      `the table has more than 256 kB of text in its 2 rows, which is too much for a query${way}`,
    ],
    [
      [1, 2],
      "it is no table, so it can't stand in FROM: it is [1, 2]; a table, or a list of row objects can",
    ],
    [[], "the table has no columns"],
    [[{ a: () => 1 }], "a function can't be written; write a value or null"],
    [[{ a: "cut \ud83d" }], "a text holds half a character (a lone surrogate)"],
    [[{ a: [1, "x"] }], 'row 0 of column "a" of the table holds [1, "x"], which is no array(varchar)'],
  ])("%#", (value, message) => {
    expect(() => sql`select * from ${value}`).toThrow(`value 1 of the sql template: ${message}`);
  });

  test("a table in place of a value", () => {
    expect(() => sql`select ${table({ a: [1] })}`).toThrow(
      "value 1 of the sql template: a table can't be an SQL value; it can stand after FROM or JOIN",
    );
    expect(() => sql`select 1 from t where a in ${airports}`).toThrow(
      "a value of type object can't be an SQL value",
    );
  });

  test("what Hive has no literals for, by the column", () => {
    const statement = sql`select * from ${[{ a: 1, tags: ["x"] }]} t`;
    expect(() => statement.render("hive")).toThrow(
      'column "tags" of the table is of type array(varchar), which has no literals in hive; leave the column out, or write it with to_svc',
    );
  });

  test("1,000 rows are not", () => {
    expect(String(sql`select * from ${rows.slice(1)}`)).toContain("(999), (1000)) AS t(c0))");
  });
});

describe("a service type as CAST takes it", () => {
  test.each<[string, string | null, string | null]>([
    ["bigint", "bigint", "bigint"],
    ["varchar(3)", "varchar(3)", "varchar(3)"],
    ["varchar", "varchar", "string"],
    ["decimal(10,2)", "decimal(10,2)", "decimal(10,2)"],
    ["real", "real", "float"],
    ["timestamp(3)", "timestamp(3)", "timestamp"],
    ["timestamp(3) with time zone", "timestamp(3) with time zone", null],
    ["array(bigint)", "array(bigint)", null],
    ["map(varchar, double)", "map(varchar, double)", null],
    ['row("a b" bigint)', 'row("a b" bigint)', null],
    ["interval day to second", null, null],
  ])("%s", (type, presto, hive) => {
    const service = parseServiceType(type);
    expect([castType(service, "presto"), castType(service, "hive")]).toEqual([presto, hive]);
  });
});

describe("a value of the type, as a Parquet column holds it", () => {
  test.each<[string, unknown, string]>([
    ["varchar", "it's", "'it''s'"],
    ["bigint", 7, "7"],
    ["decimal(10,2)", -105n, "'-1.05'"],
    ["date", 19_849, "'2024-05-06'"],
    ["timestamp(3)", 1_714_979_289_500_000n, "'2024-05-06 07:08:09.500'"],
    ["json", '{"a":1}', "JSON '{\"a\":1}'"],
    ["array(bigint)", [1, null], "ARRAY[1, NULL]"],
    ["map(varchar, bigint)", [{ key: "a", value: 1 }], "MAP(ARRAY['a'], ARRAY[1])"],
    ["row(a bigint, b varchar)", { a: 1, b: "x" }, "ROW(1, 'x')"],
    ["bigint", null, "NULL"],
  ])("%s %j", (type, stored, literal) => {
    expect(typedLiteral(stored, parseServiceType(type), "presto")).toBe(literal);
  });

  test("what the type would cut is refused", () => {
    expect(() => typedLiteral("abcd", parseServiceType("varchar(3)"), "presto")).toThrow();
    expect(() => typedLiteral(1n, parseServiceType("timestamp(3)"), "presto")).toThrow();
  });
});
