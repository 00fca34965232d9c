import { expect, test } from "@jest/globals";
import { describeValue, plainProperty } from "../../../../src/kernel/kernels/deno/describe-value.ts";
import { tableOf } from "../../../core/table/table-of.ts";

class Shop {
  readonly name = "Lab";
  get rows(): number {
    throw new Error("a tooltip runs no code of the notebook");
  }
}

test.each<[string, unknown, string]>([
  ["a number", 7, "x: number = 7"],
  ["minus zero", -0, "x: number = -0"],
  ["an integer", 7n, "x: bigint = 7n"],
  ["a text", "a\nb", 'x: string = "a\\nb"'],
  ["a long text", "a".repeat(101), `x: string = "${"a".repeat(100)}"…`],
  ["null", null, "x: null"],
  ["a date", new Date(0), "x: Date = 1970-01-01T00:00:00.000Z"],
  ["a list", [1, 2], "x: array of 2"],
  [
    "a table",
    tableOf({ n: [1, 2] }, { types: { n: "bigint" } }),
    "x: table, 2 rows × 1 columns\n  n  bigint",
  ],
])("%s", (_, value, text) => {
  expect(describeValue("x", value)).toEqual({ text });
});

test("a function has its source, from which its parameters are read", () => {
  expect(describeValue("twice", (n: number) => n * 2)).toEqual({
    text: "twice: function",
    source: expect.stringContaining("=> n * 2"),
  });
});

test("an object has the kinds of its fields, and no getter runs", () => {
  expect(describeValue("shop", new Shop()).text).toBe("shop: Shop\n  name  string");
  expect(plainProperty(new Shop(), "rows")).toBeNull();
  expect(plainProperty(new Shop(), "name")).toEqual({ value: "Lab" });
});
