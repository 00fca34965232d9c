import { expect, test } from "@jest/globals";
import { QueryError } from "../../../src/core/errors.ts";
import { isExcerpt, sqlExcerpt } from "../../../src/core/sql/sql-excerpt.ts";

test("the stack of a query's error shows the line of SQL with a caret", () => {
  const sql = "select 1,\n  '日本', clse\nfrom nasdaq";
  const failure = { sql, jobId: 1, engine: "presto", serverMessage: "x", line: 2, column: 9 };
  const error = new QueryError("presto job 1 failed: line 2:9: no $& column", failure);
  expect(error.message).toBe("presto job 1 failed: line 2:9: no $& column");
  const lines = String(error.stack).split("\n");
  expect(lines[0]).toMatch(/no \$& column$/);
  expect(lines.filter(isExcerpt)).toEqual(["  2 |   '日本', clse", "    |           ^"]);
  expect(lines[3]).toMatch(/^ {4}at /);
});

test("a long line is cut around the position, and says so", () => {
  const sql = `select ${"x, ".repeat(100)}!${", y".repeat(100)}`;
  const [line = "", caret = ""] = sqlExcerpt(sql, 1, 308);
  expect(line).toMatch(/^ {2}1 \| …(?:.{100})…$/);
  expect(line[caret.indexOf("^")]).toBe("!");
});

test("without a position", () => {
  expect(sqlExcerpt("select 1", 9, 1)).toEqual([]);
  expect(sqlExcerpt("select 1", null, null)).toEqual([]);
  expect(sqlExcerpt("select 1", 1, null)).toEqual(["  1 | select 1"]);
});
