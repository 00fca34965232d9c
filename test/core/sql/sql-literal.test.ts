import { describe, expect, test } from "@jest/globals";
import { sqlLiteral } from "../../../src/core/sql/sql-literal.ts";
import { tableOf } from "../table/table-of.ts";

describe("a value as a literal of Presto", () => {
  test.each<[string, unknown, string]>([
    ["a text with a quote", "it's", "'it''s'"],
    ["null", null, "NULL"],
    ["a whole number", 7, "7"],
    ["a negative one, whose sign must not make a comment", -7, "(-7)"],
    ["a fraction, which is a double", 1.5, "1.5E0"],
    ["a large number", 1e300, "1E300"],
    ["no number", NaN, "CAST('NaN' AS DOUBLE)"],
    ["an integer of 64 bits", 9223372036854775807n, "9223372036854775807"],
    ["a longer one", 9223372036854775808n, "CAST('9223372036854775808' AS DECIMAL(38, 0))"],
    ["an instant", new Date("2024-05-06T07:08:09.5Z"), "TIMESTAMP '2024-05-06 07:08:09.500'"],
    ["bytes", Uint8Array.of(0, 255), "X'00ff'"],
    ["a list", ["a", 1, null], "('a', 1, NULL)"],
    ["a set", new Set([1, 2]), "(1, 2)"],
  ])("%s", (_, value, literal) => {
    expect(sqlLiteral(value, "presto")).toBe(literal);
  });
});

test("Hive escapes by backslashes", () => {
  expect(sqlLiteral("it's \\", "hive")).toBe("'it\\'s \\\\'");
  expect(sqlLiteral(Uint8Array.of(0, 255), "hive")).toBe("unhex('00ff')");
});

test.each<[string, unknown, string]>([
  ["undefined", undefined, "a value of type undefined can't be an SQL value"],
  ["a function", () => 1, "a value of type function can't be an SQL value"],
  ["an object", { a: 1 }, "a value of type object can't be an SQL value"],
  ["an empty list", [], "an empty list can't be an SQL value; leave the condition out"],
  ["a table", tableOf({ a: [1] }), "a table can't be an SQL value; it can stand after FROM or JOIN"],
  ["half a character", "\ud83d", "text with half a character (a lone surrogate) can't be an SQL value"],
  ["an invalid date", new Date(NaN), "an invalid Date can't be an SQL value"],
])("%s has no literal", (_, value, message) => {
  expect(() => sqlLiteral(value, "presto")).toThrow(message);
});
