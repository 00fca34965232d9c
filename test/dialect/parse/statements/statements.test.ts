import { describe, expect, test } from "@jest/globals";
import { parseStatement } from "../../../../src/dialect/parse/statements/statements.ts";

describe("parseStatement", () => {
  test.each([
    ["select 1", "select"],
    ["with a as (select 1) select * from a", "select"],
    ["values 1, 2", "select"],
    ["insert into t values (1)", "insert"],
    ["create table t as select 1 x", "createTableAs"],
    ["create table t (a bigint)", "createTable"],
    ["create or replace view v as select 1 x", "createView"],
    ["delete from t where a = 1", "delete"],
    ["update t set a = 1", "update"],
    ["truncate table t", "truncate"],
    ["explain select 1", "explain"],
  ])("%s is a %s", (sql, kind) => expect(parseStatement(sql, "presto").kind).toBe(kind));

  test.each([
    "merge into t using s on true when matched then delete",
    "call f()",
    "grant select on t to x",
    "attach 'x'",
  ])("%s is refused by name", (sql) =>
    expect(() => parseStatement(sql, "presto")).toThrow(
      expect.objectContaining({
        kind: "NOT_SUPPORTED",
        message: expect.stringContaining(
          "unsupported in the local service: the statement",
        ) as unknown as string,
      }),
    ),
  );

  test("an unexpected token is reported with its position", () => {
    expect(() => parseStatement("select 1\nfrom t where", "presto")).toThrow(
      expect.objectContaining({ kind: "SYNTAX_ERROR", line: 2 }),
    );
  });
});
