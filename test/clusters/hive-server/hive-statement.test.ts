import { describe, expect, test } from "@jest/globals";
import { readHiveStatement } from "../../../src/clusters/hive-server/hive-statement.ts";
import { checkHiveReadOnly, updateTypeOf } from "../../../src/clusters/hive-server/statement-kind.ts";

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
