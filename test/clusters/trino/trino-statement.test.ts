import { describe, expect, test } from "@jest/globals";
import { checkReadOnly } from "../../../src/clusters/trino/trino-statement.ts";

describe("checkReadOnly", () => {
  test.each([
    "select 1",
    "-- c\n/* d */ WITH a AS (SELECT 1) SELECT * FROM a",
    "(SELECT 1)",
    "VALUES 1",
    "TABLE t",
    "SHOW TABLES",
    "DESCRIBE t",
    "EXPLAIN INSERT INTO t VALUES 1",
    "EXPLAIN (TYPE LOGICAL) DELETE FROM t",
    "EXPLAIN ANALYZE VERBOSE SELECT 1",
  ])("%s may be run", (sql) => {
    expect(() => checkReadOnly(sql)).not.toThrow();
  });

  test.each([
    ["INSERT INTO t SELECT 1", "INSERT"],
    ["/* select */ drop table t", "DROP"],
    ["EXPLAIN ANALYZE INSERT INTO t VALUES 1", "INSERT"],
    ["EXPLAIN ANALYZE VERBOSE DELETE FROM t", "DELETE"],
    ["CALL system.sync()", "CALL"],
    ["SET SESSION a = 1", "SET"],
    ["GRANT SELECT ON t TO u", "GRANT"],
  ])("%s may not", (sql, verb) => {
    expect(() => checkReadOnly(sql)).toThrow(`This key may only query; it may not ${verb}.`);
  });
});
