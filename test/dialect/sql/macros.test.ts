import { expect, test } from "@jest/globals";
import { macroUses } from "../../../src/dialect/sql/macros.ts";

test("a macro's arguments are counted as often as its body writes them, also by macros inside it", () => {
  // (2 * n + sign(n) * abs(d)) // (2 * d)
  expect(macroUses("round_quotient", 2)?.args).toEqual([2, 2]);
  // sqrt(~sum_of(list_transform(xs, lambda x: x * x)))
  expect(macroUses("norm_of", 1)?.args).toEqual([2]);
});

test("names of fields and texts are no uses", () => {
  expect(macroUses("zoned", 2)?.args).toEqual([1, 1]);
  // list_transform(list_sort(list_transform(…, lambda e: struct_pack(n := …)))[1:n], …): not the field, but the argument
  expect(macroUses("most_frequent", 2)?.args).toEqual([1, 1]);
});

test("null for what is no macro, and for another number of arguments", () => {
  expect(macroUses("upper", 1)).toBe(null);
  expect(macroUses("round_quotient", 3)).toBe(null);
});
