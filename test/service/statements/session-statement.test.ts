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

  test("names what is wrong with an EXECUTE", () => {
    expect(() => readStatement("EXECUTE nobody", prepared)).toThrow("Prepared statement not found: nobody");
    expect(() => readStatement("EXECUTE q USING 1", prepared)).toThrow(
      "Incorrect number of parameters: expected 2 but found 1",
    );
  });
});
