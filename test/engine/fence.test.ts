import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../src/dialect/dialect.ts";
import type { TestRunner } from "./open-runner.ts";
import { openRunner } from "./open-runner.ts";
import { partOf } from "../jest/short-form.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(async (connection) => {
    await connection.run(`CREATE TABLE "svc-data".shop.t AS SELECT 1 AS id, 'x' AS name`);
  });
});
afterAll(() => service.close());

/** Statements that the engine would accept, or block only by a setting: none may reach it. */
const STATEMENTS = [
  "call enable_logging(storage='file', storage_path='/tmp/x')",
  "create macro date_trunc(a, b) as 1",
  "create temp macro f(a) as 1",
  'create macro "svc-lib".main.double_text(a) as 1',
  "create or replace function f(a) as 1",
  "attach ':memory:' as other",
  "attach '/tmp/other.duckdb'",
  'detach "svc-lib"',
  "set schema = 'main'",
  "set search_path = 'main'",
  "set variable x = 1",
  "set memory_limit = '1TB'",
  "set global threads = 1",
  "reset memory_limit",
  "checkpoint",
  "force checkpoint",
  "vacuum",
  "prepare p as select 1",
  "execute p",
  "pragma database_list",
  "pragma version",
  "copy t to '/tmp/t.csv'",
  "copy t from '/tmp/t.csv'",
  "export database '/tmp/x'",
  "import database '/tmp/x'",
  "install httpfs",
  "load httpfs",
  "create secret s (type s3)",
  "create type mood as enum ('a')",
  "create sequence s",
  "create index i on t (id)",
  "summarize t",
  "pivot t on id",
  "begin transaction",
  "commit",
  "kill 1",
  "create table x as from '/etc/passwd'",
  "drop view t",
  "drop table information_schema.tables",
  'drop table "svc-lib".main.x',
  "add jar /tmp/x.jar",
  "add file '/etc/passwd'",
  "dfs -ls /",
  "!sh ls",
  "create function f as 'java.lang.Runtime'",
  "create temporary function f as 'java.lang.Runtime' using jar '/tmp/x.jar'",
  "load data local inpath '/etc/passwd' into table t",
  "insert overwrite local directory '/tmp/x' select * from t",
  "insert overwrite directory '/tmp/x' select * from t",
  "from t insert overwrite directory '/tmp/x' select id",
  "create external table x (a string) location '/etc'",
  "select transform (id) using '/bin/cat' from t",
  "from t map id using '/bin/cat' as a",
  "execute immediate 'select 1'",
  "prepare p from select * from '/etc/passwd'",
  "deallocate prepare p",
  "explain analyze copy t to '/tmp/t.csv'",
  "explain attach '/tmp/other.duckdb'",
];

/** Tables and calls that must be refused anywhere in a query. */
const TABLES = [
  "'/etc/passwd'",
  '"/etc/passwd"',
  '"/tmp/data.csv"',
  '"data.parquet"',
  '"*.csv"',
  "read_csv('/etc/passwd')",
  "read_text('/etc/passwd')",
  "read_blob('/etc/passwd')",
  "read_json('/etc/passwd')",
  "read_parquet('/etc/x')",
  "glob('/*')",
  "parquet_metadata('/tmp/x')",
  "sniff_csv('/etc/passwd')",
  "query('select 1')",
  "query_table('t')",
  "duckdb_databases()",
  "duckdb_settings()",
  "duckdb_secrets()",
  "pragma_storage_info('t')",
  "pragma_database_list",
  "test_all_types()",
  "sqlite_master",
  "main.sqlite_master",
  "pg_catalog.pg_tables",
  "main.t",
  "temp.main.x",
  "system.main.duckdb_settings",
  '"svc-lib".main.t',
  '"svc-data".shop.t',
  "range(10)",
  "generate_series(1, 10)",
  "unnest",
  "table(read_csv('/etc/passwd'))",
  "information_schema.character_sets",
];
const CALLS = [
  "getenv('HOME')",
  "current_setting('temp_directory')",
  "getvariable('x')",
  "write_log('x')",
  "sql_auto_complete('select')",
  "error('x')",
  "nextval('s')",
  "pg_typeof(1)",
  "txid_current()",
  "svc_regex_like('a', 'b')",
  "decimal_digits(1)",
  '"svc-lib".main.double_text(1)',
  "read_text('/etc/passwd')",
  "list_transform([1], lambda x: x)",
  "struct_pack(a := 1)",
  "current_query()",
  "duckdb_functions()",
  "icu_sort_key('a', 'de')",
  "reflect('java.lang.Runtime', 'getRuntime')",
  "java_method('java.lang.System', 'getenv', 'HOME')",
  "in_file('a', '/etc/passwd')",
  "hive_wrap(1, 2, 1)",
  "svc_digest('md5', 'a')",
];

const kindOf = (sql: string, dialect: Dialect): Promise<string> =>
  service.query(sql, dialect).then(
    (answer) => `answered ${String(answer.rows.length)} rows ${answer.updateType ?? ""}`,
    (error: unknown) => (error as { kind?: string }).kind ?? `no SqlError: ${String(error)}`,
  );
const REFUSED =
  /^(SYNTAX_ERROR|NOT_SUPPORTED|TABLE_NOT_FOUND|SCHEMA_NOT_FOUND|FUNCTION_NOT_FOUND|TYPE_MISMATCH|PERMISSION_DENIED|COLUMN_NOT_FOUND|CATALOG_NOT_FOUND)$/;

describe.each(["presto", "hive"] as const)("%s", (dialect) => {
  test.each(STATEMENTS)("refuses %s", async (sql) => {
    // SET in Hive names a setting of the cluster: it is accepted and has no effect.
    if (dialect === "hive" && /^(set|reset) /.test(sql)) {
      const answer = await kindOf(sql, dialect);
      expect(
        answer.startsWith("answered 0 rows SET SESSION") ||
          answer.startsWith("answered 0 rows RESET") ||
          REFUSED.test(answer),
      ).toBe(true);
      return;
    }
    expect(await kindOf(sql, dialect)).toMatch(REFUSED);
  });

  test.each(TABLES)("does not read %s", async (table) => {
    for (const sql of [
      `select * from ${table}`,
      `create table stolen as select * from ${table}`,
      `select * from t join ${table} u on true`,
    ])
      expect(await kindOf(sql, dialect)).toMatch(REFUSED);
  });

  test.each(CALLS)("does not call %s", async (call) => {
    for (const sql of [
      `select ${call}`,
      `select id from t where ${call} is not null`,
      `select max(${call}) from t`,
    ])
      expect(await kindOf(sql, dialect)).toMatch(REFUSED);
  });

  test("runs one statement at a time", async () => {
    expect(await kindOf("select 1; drop table t", dialect)).toBe("SYNTAX_ERROR");
    expect((await service.query("select count(*) from t", dialect)).rows).toEqual([[1n]]);
  });
});

describe("generated statements", () => {
  /** A seeded generator, so that failures are reproducible. */
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const SPACES = [" ", "\n", "\t", " /* c */ ", " -- c\n", "/**/ "];
  const WRAPS: readonly ((inner: string) => string)[] = [
    (q) => q,
    (q) => `explain ${q}`,
    (q) => `with w as (${q}) select * from w`,
    (q) => `select * from (${q}) s`,
    (q) => `select 1 where exists (${q})`,
    (q) => `select (${q})`,
    (q) => `select 1 union all ${q}`,
    (q) => `create table fuzz_made as ${q}`,
    (q) => `create view fuzz_made as ${q}`,
    (q) => `insert into t ${q}`,
    (q) => `(${q})`,
    (q) => `select * from t where id in (${q})`,
  ];

  test("with varied case, space, comments, quotes and nesting are all blocked", async () => {
    const next = random(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const through: string[] = [];
    for (let i = 0; i < partOf(1500, 15); i++) {
      const dialect = pick(["presto", "hive"] as const);
      const hostile = next() < 0.5 ? `select * from ${pick(TABLES)}` : `select ${pick(CALLS)}`;
      let sql = hostile;
      for (let depth = Math.floor(next() * 4); depth > 0; depth--) sql = pick(WRAPS)(sql);
      sql = sql
        .split(" ")
        .map((word) =>
          /['"]/.test(word) || next() < 0.6
            ? word
            : [...word].map((c) => (next() < 0.5 ? c.toUpperCase() : c)).join(""),
        )
        .join(" ")
        .replace(/ (?=(?:[^']*'[^']*')*[^']*$)/g, () => pick(SPACES));
      const answer = await kindOf(sql, dialect);
      if (!REFUSED.test(answer)) through.push(`${dialect}: ${sql} -> ${answer}`);
    }
    expect(through).toEqual([]);
    expect((await service.query("show tables")).rows).toEqual([["t"]]);
  });

  test("with invalid syntax always end in one of the service's errors", async () => {
    const next = random(11);
    const parts = [
      "select",
      "from",
      "t",
      "(",
      ")",
      ",",
      "'",
      '"',
      "`",
      "*",
      "1",
      "[",
      "]",
      "->",
      "--",
      "/*",
      "*/",
      ";",
      "case",
      "when",
      "end",
      "\\",
      "\u0000",
      "\ue0001\ue001",
      "lateral",
      "view",
      "unnest",
      "é",
      "😀",
      "with",
      "as",
      "over",
      "::",
      "$$",
      "{",
      "}",
      "?",
      "@",
    ];
    for (let i = 0; i < 2000; i++) {
      const sql = Array.from(
        { length: 1 + Math.floor(next() * 12) },
        () => parts[Math.floor(next() * parts.length)]!,
      ).join(" ");
      const answer = await kindOf(sql, next() < 0.5 ? "presto" : "hive");
      if (/^(no SqlError|GENERIC_INTERNAL)/.test(answer))
        throw new Error(`${JSON.stringify(sql)} -> ${answer}`);
    }
  });
});
