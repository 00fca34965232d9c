import { describe, expect, test } from "@jest/globals";
import {
  readHiveStatement,
  quoteTime,
  checkHiveReadOnly,
  updateTypeOf,
} from "../../../src/clusters/hive-server/hive-statement.ts";
import { positionInText } from "../../../src/clusters/td/rewrite-calls.ts";

describe("readHiveStatement", () => {
  test("removes leading comments and settings, and finds the start of the statement", () => {
    expect(readHiveStatement("-- client: x\n  SELECT ';' -- a; b\nFROM t;\n-- end\n")).toEqual({
      settings: [],
      sql: "SELECT ';' -- a; b\nFROM t",
      start: { line: 2, column: 3 },
    });
    expect(readHiveStatement("SET a.b=1; set c = 'x;y' ;\nSELECT `a;b` /* ; */ FROM t")).toEqual({
      settings: ["SET a.b=1", "set c = 'x;y'"],
      sql: "SELECT `a;b` /* ; */ FROM t",
      start: { line: 2, column: 1 },
    });
  });

  test("a single setting is the statement", () => {
    expect(readHiveStatement("SET a=1")).toMatchObject({ settings: [], sql: "SET a=1" });
  });

  test.each([
    ["", "line 1:1: The query is empty."],
    ["-- nothing\n;", "line 1:1: The query is empty."],
    ["SELECT 1;\n  SELECT 2", "line 2:3: A job runs one statement; only SET statements may precede it."],
  ])("%j is refused", (text, message) => {
    expect(() => readHiveStatement(text)).toThrow(message);
  });
});

describe("updateTypeOf", () => {
  test.each<[string, string | null]>([
    ["SELECT delete FROM t", null],
    ["WITH q AS (SELECT 1) SELECT insert FROM q", null],
    ["WITH q AS (SELECT 1) (SELECT 1)", null],
    ["FROM t SELECT a", null],
    ["SHOW CREATE TABLE t", null],
    ["EXPLAIN INSERT INTO t SELECT 1", null],
    ["WITH q AS (SELECT 1) INSERT INTO t SELECT * FROM q", "INSERT"],
    ["FROM t INSERT OVERWRITE TABLE u SELECT a", "INSERT"],
    ["EXPLAIN ANALYZE INSERT INTO t SELECT 1", "EXPLAIN ANALYZE"],
    ["create external table t (a int)", "CREATE TABLE"],
    ["DROP DATABASE d", "DROP DATABASE"],
    ["MSCK REPAIR TABLE t", "MSCK"],
  ])("%s: %s", (sql, type) => {
    expect(updateTypeOf(sql)).toBe(type);
    if (type === null) expect(() => checkHiveReadOnly(sql)).not.toThrow();
    else expect(() => checkHiveReadOnly(sql)).toThrow(`This key may only query; it may not ${type}.`);
  });
});

describe("quoteTime", () => {
  test.each([
    ["SELECT time, t.Time AS time FROM t", "SELECT `time`, t.`Time` AS `time` FROM t"],
    ["SELECT max(time)-1, from_unixtime(time) FROM t", "SELECT max(`time`)-1, from_unixtime(`time`) FROM t"],
    ["CREATE TABLE t (time bigint)", "CREATE TABLE t (`time` bigint)"],
    ["UPDATE t SET time = 5", "UPDATE t SET `time` = 5"],
    ["SET a.time = 1;\nSELECT time", "SET a.time = 1;\nSELECT `time`"],
    [`SELECT 'time', "a \\" time", \`time\`, time_range -- time\n/* time */`, null],
    ["SELECT CAST(x AS timestamp WITH LOCAL TIME ZONE), time ('1')", null],
  ])("%s", (sql, rewritten) => {
    expect(quoteTime(sql).sql).toBe(rewritten ?? sql);
  });

  test("positions refer to the user's text", () => {
    const text = "SELECT time,\n time, nix";
    expect(positionInText(text, quoteTime(text), 2, 10)).toEqual({ line: 2, column: 8 });
  });
});

describe("updateTypeOf", () => {
  test.each<[sql: string, change: string | null]>([
    ["SELECT 1", null],
    ["(SELECT 1) UNION ALL (SELECT 2)", null],
    ["WITH q AS (SELECT 1) SELECT * FROM q", null],
    ["WITH q AS (SELECT 1) INSERT INTO t SELECT * FROM q", "INSERT"],
    ["WITH map AS (SELECT 1) INSERT INTO t SELECT * FROM map", "INSERT"],
    ["with values (a) as (select (1)), `desc` as (select 2) /* , */ insert into t select 'x' as y", "INSERT"],
    ["WITH a AS (SELECT 1), b AS (SELECT 2) (SELECT 'x' AS insert, 1 FROM a)", null],
    ["FROM t SELECT a", null],
    ["FROM t INSERT INTO u SELECT a", "INSERT"],
    ["EXPLAIN INSERT INTO t VALUES (1)", null],
    ["EXPLAIN ANALYZE INSERT INTO t VALUES (1)", "EXPLAIN ANALYZE"],
    ["CREATE EXTERNAL TABLE t (a int)", "CREATE TABLE"],
    ["DROP DATABASE d", "DROP DATABASE"],
    ["SHOW TABLES", null],
    ["SET hive.default.fileformat", null],
    ["SET", null],
    ["SET hive.default.fileformat=ORC", "SET"],
    ["SET ROLE admin", "SET"],
    ["RESET", "RESET"],
  ])("%s: %s", (sql, change) => {
    expect(updateTypeOf(sql)).toBe(change);
  });
});

test("a query_only key may read settings", () => {
  expect(() => checkHiveReadOnly("SET hive.default.fileformat")).not.toThrow();
  expect(() => checkHiveReadOnly("RESET")).toThrow("This key may only query; it may not RESET.");
});
