import { describe, expect, test } from "@jest/globals";
import { readStatement } from "../../../src/service/statements/session-statement.ts";

const prepared = new Map([["q", "select ? + ?, '?' -- ?\nfrom t"]]);

describe("readStatement", () => {
  test.each([
    ["-- comment\nUSE web_logs;", { kind: "use", catalog: null, schema: "web_logs" }],
    ['use "td-presto"."Web"', { kind: "use", catalog: "td-presto", schema: "Web" }],
    [
      "set session join_distribution_type = 'BROADCAST'",
      { kind: "set", name: "join_distribution_type", value: "BROADCAST" },
    ],
    ["SET SESSION a.b = 12", { kind: "set", name: "a.b", value: "12" }],
    ["RESET SESSION a.b", { kind: "reset", name: "a.b" }],
    ["PREPARE q2 FROM select ? ;", { kind: "prepare", name: "q2", sql: "select ?" }],
    ["DEALLOCATE PREPARE q2", { kind: "deallocate", name: "q2" }],
    ["select 'use x'", { kind: "query", sql: "select 'use x'" }],
    [
      "EXECUTE q USING 1, concat('a,b', ')')",
      { kind: "query", sql: "select 1 + (concat('a,b', ')')), '?' -- ?\nfrom t" },
    ],
    ["EXECUTE IMMEDIATE 'select ''x'', ?' USING 'it''s'", { kind: "query", sql: "select 'x', 'it''s'" }],
    ["EXECUTE IMMEDIATE 'select 1'", { kind: "query", sql: "select 1" }],
  ])("%s", (sql, wanted) => {
    expect(readStatement(sql, prepared)).toEqual(wanted);
  });

  test.each([
    ["select 5 - ?", "-1", "select 5 - (-1)"],
    ["select ?from t where a=?or b", "'a', 2 -- b", "select 'a' from t where a= 2 or b"],
    ["select ? limit ?", "CASE WHEN a THEN 1 END, 5;", "select (CASE WHEN a THEN 1 END) limit 5"],
    ["select 1 limit ?", "NULL", "select 1 limit NULL"],
  ])("puts values into %s: %s", (sql, values, wanted) => {
    expect(readStatement(`EXECUTE p USING ${values}`, new Map([["p", sql]]))).toEqual({
      kind: "query",
      sql: wanted,
    });
  });

  test("takes nothing for a value that is more than one expression", () => {
    expect(() => readStatement("EXECUTE q USING 1) OR (true, 2", prepared)).toThrow("found ')'");
    expect(() => readStatement("EXECUTE q USING 1, 2 3", prepared)).toThrow("found '3'");
    expect(() => readStatement("EXECUTE q USING 1,", prepared)).toThrow("found the end of the statement");
  });

  test("describes a statement with nulls for its values, but for a number of rows", () => {
    const limited = new Map([["p", "select ? limit ?"]]);
    expect(readStatement("DESCRIBE INPUT p", limited)).toEqual({
      kind: "describeInput",
      sql: "select NULL limit 1",
      parameters: 2,
    });
  });

  test("names what is wrong with an EXECUTE", () => {
    expect(() => readStatement("EXECUTE nobody", prepared)).toThrow("Prepared statement not found: nobody");
    expect(() => readStatement("EXECUTE q USING 1", prepared)).toThrow(
      "Incorrect number of parameters: expected 2 but found 1",
    );
  });
});
