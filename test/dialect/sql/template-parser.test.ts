import { describe, expect, test } from "@jest/globals";
import { printSql } from "../../../src/dialect/sql/print-sql.ts";
import { parseTemplate } from "../../../src/dialect/sql/template-parser.ts";
import { engine, holds, literal, type Sql, SqlMap, tryOf } from "../../../src/dialect/sql/tree.ts";

/** A tree as its kinds and operators. */
const shape = (sql: Sql): string => {
  const own = sql.kind === "binary" || sql.kind === "unary" ? sql.text : sql.kind;
  return sql.parts.length === 0 ? own : `${own}(${sql.parts.map(shape).join(" ")})`;
};
const parsed = (text: string): string => shape(parseTemplate([text]));

test("operators bind as in the engine's grammar", () => {
  expect(parsed("1 + 2 * 3")).toBe("+(constant *(constant constant))");
  expect(parsed("-1::HUGEINT << 2")).toBe("<<(-(cast(constant type)) constant)");
  expect(parsed("NOT 1 = 2 AND 3 IS NOT NULL OR 4 IN (5)")).toBe(
    "OR(AND(NOT(=(constant constant)) IS NOT NULL(constant)) IN(constant group(constant)))",
  );
  expect(parsed("1 BETWEEN 2 AND 3 AND TRUE")).toBe("AND(between(constant constant constant) constant)");
});

test("CASE, casts, elements and errors are nodes", () => {
  expect(parsed("CASE 1 WHEN 2 THEN NULL ELSE 3 END")).toBe("case(constant constant constant constant)");
  expect(parsed("TRY_CAST($1 AS DECIMAL(38,2))")).toBe("cast(hole type)");
  expect(parsed("[1, 2][1:2]")).toBe("element(array(constant constant) sequence(constant text constant))");
  expect(parsed("fail(NOT_SUPPORTED, 'no ' || $1, BIGINT)")).toBe("failure(||(literal hole) type)");
});

test("a query is known by its words, not by texts that have them", () => {
  expect(holds(parseTemplate(["(SELECT max(depth) + 1 FROM t)"]), "query")).toBe(true);
  expect(holds(parseTemplate(["upper('SELECT 1')"]), "query")).toBe(false);
});

test("half an expression is refused", () => {
  expect(() => parseTemplate(["f(1"])).toThrow("an unclosed bracket in: f(1");
  expect(() => parseTemplate(["CASE WHEN 1 THEN 2 3 END"])).toThrow("expected END");
  expect(() => parseTemplate(["CAST($1 AS DECIMAL(38,$2))"])).toThrow("a hole within a type in: CAST(");
  expect(() => parseTemplate(["fail(NO_SUCH_KIND, 'x', BIGINT)"])).toThrow("no kind of error: NO_SUCH_KIND");
});

test("an error of a template has the kind and the text, and is null where it is the value of TRY", () => {
  const sql = engine`CASE WHEN ${literal("a")} = 'b' THEN fail(INVALID_FUNCTION_ARGUMENT, 'wrong', VARCHAR) ELSE 'c' END`;
  expect(printSql(sql).sql).toContain(
    "CAST(CAST('svc!INVALID_FUNCTION_ARGUMENT!' || 'wrong' AS INTEGER) AS VARCHAR)",
  );
  expect(printSql(tryOf(sql)).sql).not.toContain("svc!");
});

describe("a map by SQL", () => {
  const map = new SqlMap([
    [engine`f(${literal("a")})`, "first"],
    [engine`f(${literal("b")})`, "second"],
    [engine`f(lambda e: e + 1)`, "lambda"],
    [engine`(SELECT max(t1.c1) FROM t AS t1)`, "query"],
  ]);

  test("finds equal SQL, whatever its own lambdas and relations are called", () => {
    expect(map.get(engine`f(${literal("b")})`)).toBe("second");
    expect(map.get(engine`f(lambda other: other + 1)`)).toBe("lambda");
    expect(map.get(engine`(SELECT max(t1.c1) FROM t AS t1)`)).toBe("query");
  });

  test("has nothing of other SQL", () => {
    expect(map.get(engine`f(${literal("c")})`)).toBe(undefined);
    expect(map.get(engine`f(lambda e: e + 2)`)).toBe(undefined);
  });

  test("keeps the first value", () => {
    expect(map.add(engine`f(${literal("a")})`, "later")).toBe("first");
  });
});
