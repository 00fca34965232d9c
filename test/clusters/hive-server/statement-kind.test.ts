import { describe, expect, test } from "@jest/globals";
import { checkHiveReadOnly, updateTypeOf } from "../../../src/clusters/hive-server/statement-kind.ts";

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
