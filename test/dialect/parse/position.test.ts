import { expect, test } from "@jest/globals";
import { offsetOf, positionOf } from "../../../src/dialect/parse/position.ts";

const sql = "select 1,\n '日本😀', nope";

test("columns count characters, as Trino does", () => {
  expect(positionOf(sql, sql.indexOf("1"))).toEqual({ line: 1, column: 8 });
  expect(positionOf(sql, sql.indexOf("nope"))).toEqual({ line: 2, column: 9 });
});

test("a line and a column lead to an offset", () => {
  expect(offsetOf(sql, 1, 8)).toBe(sql.indexOf("1"));
  expect(offsetOf(sql, 2, 9)).toBe(sql.indexOf("nope"));
  expect(offsetOf(sql, 2, 13)).toBe(sql.length);
});
