import { describe, expect, test } from "@jest/globals";
import { sql } from "../../../src/core/sql/sql-template.ts";

/** As values of `Temporal` are told apart, which not every runtime has. */
const temporal = (name: string, text: string, fields: object = {}): object =>
  Object.defineProperty({ ...fields, toString: () => text }, Symbol.toStringTag, {
    value: `Temporal.${name}`,
  });

test.each([
  [temporal("PlainDate", "2024-05-06"), "DATE '2024-05-06'"],
  [temporal("PlainDateTime", "2024-05-06T07:08:09.123456"), "TIMESTAMP '2024-05-06 07:08:09.123456'"],
  [temporal("PlainTime", "07:08:09"), "TIME '07:08:09'"],
  [temporal("Instant", "", { epochMilliseconds: 1 }), "TIMESTAMP '1970-01-01 00:00:00.001'"],
  [temporal("ZonedDateTime", "", { epochMilliseconds: 0 }), "TIMESTAMP '1970-01-01 00:00:00.000'"],
])("a value of Temporal: %#", (value, literal) => {
  expect(String(sql`${value}`)).toBe(literal);
});

test("other values of Temporal are refused by name", () => {
  expect(() => sql`${temporal("Duration", "PT1H")}`).toThrow("a Temporal.Duration can't be an SQL value");
  expect(() => sql`${temporal("PlainDate", "+012024-05-06")}`).toThrow("outside the years 0 to 9999");
});

describe("values as literals", () => {
  test.each<[unknown, string, string]>([
    ["it's", "'it''s'", "'it\\'s'"],
    ["a\\b", "'a\\b'", "'a\\\\b'"],
    ["x'; drop table t --", "'x''; drop table t --'", "'x\\'; drop table t --'"],
    [null, "NULL", "NULL"],
    [true, "TRUE", "TRUE"],
    [42, "42", "42"],
    [-1, "(-1)", "(-1)"],
    [1.5, "1.5E0", "1.5E0"],
    [-0.25, "(-0.25E0)", "(-0.25E0)"],
    [1e21, "1E21", "1E21"],
    [1e-7, "1E-7", "1E-7"],
    [-0, "(-0E0)", "(-0E0)"],
    [2 ** 60, "1152921504606847000E0", "1152921504606847000E0"],
    [NaN, "CAST('NaN' AS DOUBLE)", "CAST('NaN' AS DOUBLE)"],
    [-Infinity, "CAST('-Infinity' AS DOUBLE)", "CAST('-Infinity' AS DOUBLE)"],
    [9007199254740993n, "9007199254740993", "9007199254740993"],
    [2n ** 63n - 1n, "9223372036854775807", "9223372036854775807"],
    [-(2n ** 63n), "(-9223372036854775807 - 1)", "(-9223372036854775807 - 1)"],
    [
      -(2n ** 63n) - 1n,
      "CAST('-9223372036854775809' AS DECIMAL(38, 0))",
      "CAST('-9223372036854775809' AS DECIMAL(38, 0))",
    ],
    [
      2n ** 70n,
      "CAST('1180591620717411303424' AS DECIMAL(38, 0))",
      "CAST('1180591620717411303424' AS DECIMAL(38, 0))",
    ],
    [
      new Date("2024-05-06T07:08:09.123Z"),
      "TIMESTAMP '2024-05-06 07:08:09.123'",
      "TIMESTAMP '2024-05-06 07:08:09.123'",
    ],
    [Uint8Array.of(0, 255), "X'00ff'", "unhex('00ff')"],
    [["a", "b'c"], "('a', 'b''c')", "('a', 'b\\'c')"],
    [new Set([1, 2n]), "(1, 2)", "(1, 2)"],
    [Float64Array.of(1, 2.5), "(1, 2.5E0)", "(1, 2.5E0)"],
    [sql.raw("t1, t2"), "t1, t2", "t1, t2"],
    [sql.id(["a", 'b"c', "d`e"]), '"a", "b""c", "d`e"', '`a`, `b"c`, `d``e`'],
    [sql.id("my db.t"), '"my db"."t"', "`my db`.`t`"],
    [sql`a = ${"'"}`, "a = ''''", "a = '\\''"],
  ])("value %#", (value, presto, hive) => {
    const statement = sql`select ${value} as v`;
    expect(String(statement)).toBe(`select ${presto} as v`);
    expect(statement.render("hive")).toBe(`select ${hive} as v`);
  });

  test("a minus before a negative number does not begin a comment", () => {
    expect(String(sql`select 1 -${-2}`)).toBe("select 1 -(-2)");
  });

  test("backslashes in the template text follow JavaScript's rules", () => {
    expect(String(sql`select '\\d{2}'`)).toBe("select '\\d{2}'");
  });

  test.each<[unknown, string]>([
    [undefined, "value 1 of the sql template: a value of type undefined can't be an SQL value"],
    [[], "value 1 of the sql template: an empty list can't be an SQL value; leave the condition out"],
    [
      "cut \ud83d",
      "value 1 of the sql template: text with half a character (a lone surrogate) can't be an SQL value",
    ],
    [{ a: 1 }, "value 1 of the sql template: a value of type object can't be an SQL value"],
    [new Date("+010000-01-01"), "the date +010000-01-01T00:00:00.000Z is outside the years 0 to 9999"],
    [new Date(NaN), "value 1 of the sql template: an invalid Date can't be an SQL value"],
  ])("%p is refused by the template itself", (value, message) => {
    expect(() => sql`select ${value}`).toThrow(message);
  });
});
