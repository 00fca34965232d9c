import { describe, expect, test } from "@jest/globals";
import { checkAppend } from "../../../src/core/writers/check-append.ts";

/** Appends one value to a column `x` of a type. @returns the error's message, or null. */
function append(type: string, value: unknown, sqlType = "other"): string | null {
  try {
    checkAppend([{ name: "x", sqlType, value: () => value }], 1, "db.t", [["X ", `${type} `]]);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("checkAppend", () => {
  test.each<[string, ...unknown[]]>([
    ["int", 1, -(2 ** 31), 2n ** 31n - 1n, null, undefined],
    ["long", 1.0, -(2n ** 63n), 2n ** 63n - 1n],
    ["double", 0.1, Number.NaN, 2 ** 53, 2n ** 62n],
    ["float", 0.1, 16777217n, Infinity, Number.NaN, 3.4028235e38],
    ["real", 0.1, 1n, -Infinity],
    ["decimal(10,2)", 0.1, -12.34, 99_999_999n, -99_999_999n],
    ["decimal(38, 0)", 1e22, 2n ** 63n - 1n],
    ["varchar(3)", "abc", 123n, "\u{1f600}ab"],
    ["string", "abcd", 1.5, true],
  ])("a column of type %s holds them", (type, ...values) => {
    expect(values.map((value) => append(type, value))).toEqual(values.map(() => null));
  });

  test.each<[string, ...unknown[]]>([
    ["tinyint", 128, 1.5, "1", true],
    ["bigint", 2 ** 63, 0.5, Number.NaN],
    ["double", 2n ** 53n + 1n, 2n ** 63n - 1n, "1.5"],
    ["real", 1e300, -3.5e38, "1.5"],
    ["decimal(10,2)", 0.125, 100_000_000n, -100_000_000n, Infinity, Number.NaN],
    ["varchar(3)", "abcd", 1.5, 1234n],
    ["string", [1]],
    ["date", "2024-01-02"],
    ["boolean", 1n, "true"],
    ["array<bigint>", [1.5], "[1]"],
  ])("a column of type %s can't hold them", (type, ...values) => {
    expect(values.filter((value) => append(type, value) === null)).toEqual([]);
  });

  test("the error names the column, the value and its row", () => {
    expect(append("bigint", 1.5)).toBe(
      "column x of db.t is bigint, which can't hold 1.5 of row 0; no rows were added",
    );
    expect(append("date", "2024")).toContain(`can't hold "2024" of row 0`);
  });

  test("a column of the type that is sent is not looked at, nor one that the table lacks", () => {
    expect(append("bigint", 1.5, "bigint")).toBeNull();
    expect(checkAppend([{ name: "y", sqlType: "bigint", value: () => 1.5 }], 1, "db.t", [])).toBeUndefined();
  });
});
