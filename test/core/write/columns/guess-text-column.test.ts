import { expect, test } from "vitest";
import { guessTextColumn } from "../../../../src/core/write/columns/guess-text-column.ts";

test.each<[(string | null)[], string, unknown[]]>([
  [["007", null, "-12"], "long", [7, null, -12]],
  [["9007199254740993", " +9007199254740993 "], "long", [9007199254740993n, 9007199254740993n]],
  [["9223372036854775808"], "string", ["9223372036854775808"]],
  [["1", "2.50", "1e3"], "double", [1, 2.5, 1000]],
  [["9007199254740993", "0.5"], "string", ["9007199254740993", "0.5"]],
  [["9007199254740992", "0.5"], "double", [9007199254740992, 0.5]],
  [["0.1", "-1.50e-7", "0.30000000000000004"], "double", [0.1, -1.5e-7, 0.30000000000000004]],
  [["00012345678.90000000000", "1e-300"], "double", [12345678.9, 1e-300]],
  [["0.00000000000000000", "-1.7976931348623157E+308"], "double", [0, -1.7976931348623157e308]],
  [["12345678901234567890.1234567890"], "string", ["12345678901234567890.1234567890"]],
  [["0.5", "1e400"], "string", ["0.5", "1e400"]],
  [["true", "FALSE", null], "boolean", [true, false, null]],
  [["1", "n/a"], "string", ["1", "n/a"]],
  [["", "1"], "string", ["", "1"]],
  [[null, null], "string", [null, null]],
])("%j", (values, kind, expected) => {
  expect(guessTextColumn({ name: "c", kind: "string", values })).toEqual({
    name: "c",
    kind,
    values: expected,
  });
});
