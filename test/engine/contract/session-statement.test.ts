import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { classifyStatement } from "../../../src/engine/contract/session-statement.ts";

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
    ["SET SESSION a = -1.5", { kind: "set", name: "a", value: "-1.5" }],
    ["SET TIME ZONE INTERVAL '-90' MINUTE", { kind: "timeZone", zone: "-01:30" }],
    ["SET TIME ZONE INTERVAL - '9' HOUR", { kind: "timeZone", zone: "-09:00" }],
    ["CALL system.runtime.kill_query('id', NULL)", { kind: "kill", id: "id", message: "" }],
    ["RESET SESSION a.b", { kind: "reset", name: "a.b" }],
    ["PREPARE q2 FROM select ? ;", { kind: "prepare", name: "q2", packed: "select ?" }],
    ["DEALLOCATE PREPARE q2", { kind: "deallocate", name: "q2" }],
    ["select 'use x'", { kind: "query", sql: "select 'use x'", parameters: [] }],
    [
      "EXECUTE q USING -1, concat('a,b', ')')",
      { kind: "query", sql: prepared.get("q"), parameters: ["-1", "concat('a,b', ')')"] },
    ],
    [
      "EXECUTE IMMEDIATE 'select ''x'', ?' USING 'it''s'",
      { kind: "query", sql: "select 'x', ?", parameters: ["'it''s'"] },
    ],
    ["EXECUTE IMMEDIATE 'select 1'", { kind: "query", sql: "select 1", parameters: [] }],
    ["DESCRIBE INPUT q", { kind: "describe", what: "input", sql: prepared.get("q") }],
    ["describe output q;", { kind: "describe", what: "output", sql: prepared.get("q") }],
    ["describe output", { kind: "query", sql: "describe output", parameters: [] }],
  ])("%s", (sql, wanted) => {
    expect(classifyStatement(sql, prepared)).toEqual(wanted);
  });

  test("accepts only a single expression as a value", () => {
    expect(() => classifyStatement("EXECUTE q USING 1) OR (true, 2", prepared)).toThrow("found ')'");
    expect(() => classifyStatement("EXECUTE q USING 1, 2 3", prepared)).toThrow("found '3'");
    expect(() => classifyStatement("EXECUTE q USING 1,", prepared)).toThrow("found the end of the statement");
  });

  test.each([
    ["USE a.b.c", "USE takes a schema, or a catalog and a schema"],
    ["SET SESSION a = (1)", "a session property takes a literal"],
    ["SET SESSION a = -'1'", "a session property takes a literal"],
    ["SET TIME ZONE INTERVAL '15' HOUR", "a time zone is at most 14 hours"],
    ["PREPARE q FROM ;", "expected a statement"],
    ["START TRANSACTION READ ALL", "expected ONLY or WRITE"],
    ["CALL system.runtime.kill_query(message => 'x')", "kill_query takes query_id and message"],
    ["CALL system.runtime.kill_query('a', 'b', 'c')", "kill_query takes query_id and message"],
  ])("refuses %s", (sql, message) => {
    expect(() => classifyStatement(sql, prepared)).toThrow(message);
  });

  test("names the unknown statement of an EXECUTE", () => {
    expect(() => classifyStatement("EXECUTE nobody", prepared)).toThrow(
      "Prepared statement not found: nobody",
    );
  });
});

describe("long statements", () => {
  const packed = (text: string): string => `$deflate:${deflateRawSync(text).toString("base64url")}`;

  test("a prepared statement that unpacks to more than its limit is refused", () => {
    const many = new Map([["p", packed(`select 1 -- ${" ".repeat(11 << 20)}`)]]);
    expect(many.get("p")!.length).toBeLessThan(16_000);
    expect(() => classifyStatement("EXECUTE p", many)).toThrow("have at most 262144 characters");
    const damaged = new Map([["p", "$deflate:xx"]]);
    expect(() => classifyStatement("EXECUTE p", damaged)).toThrow("can't be unpacked");
  });

  test("a long one is kept packed, and read from there", () => {
    const sql = `select '${"x".repeat(5000)}'`;
    const kept = classifyStatement(`PREPARE p FROM ${sql}`, new Map());
    expect(kept).toEqual({ kind: "prepare", name: "p", packed: packed(sql) });
    expect(classifyStatement("EXECUTE p", new Map([["p", packed(sql)]]))).toMatchObject({ sql });
  });

  test.each(["PREPARE p FROM select 1", "EXECUTE IMMEDIATE 'select 1'", "USE", "DEALLOCATE PREPARE p"])(
    "%s of many megabytes is refused before it is read",
    (sql) => {
      const started = performance.now();
      expect(() => classifyStatement(`${sql} ${"/**/".repeat(4 << 20)}`, new Map())).toThrow(
        "have at most 262144 characters",
      );
      const refusing = performance.now() - started;
      const reading = performance.now();
      classifyStatement(`PREPARE p FROM select 1 ${"+1".repeat(100_000)}`, new Map());
      expect(refusing).toBeLessThan(5 * (performance.now() - reading));
    },
  );
});
