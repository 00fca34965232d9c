import { expect, test } from "@jest/globals";
import { unknownName } from "../../../src/magics/vega/unknown-name.ts";

const many = Array.from({ length: 21 }, (_, i) => `column_${i}`);

test.each<[unknown, readonly string[], string]>([
  ["pricee", ["price", "day"], "no column 'pricee'; did you mean 'price'? (it is one of price, day)"],
  ["zzz", ["price", "day"], "no column 'zzz'; it is one of price, day"],
  ["column_x", many, "no column 'column_x'; did you mean 'column_0'?"],
  ["zzz", many, `no column 'zzz'; it is one of ${many.join(", ")}`],
  [7, ["a"], "no column '7'; it is one of a"],
])("%j: %3$s", (name, names, message) => {
  expect(unknownName("no column", name, names)).toMatchObject({ name: "UsageError", message });
});
