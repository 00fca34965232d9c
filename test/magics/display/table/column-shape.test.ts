import { expect, test } from "@jest/globals";
import { numberText, PLAIN_SHAPE, widenShape } from "../../../../src/magics/display/table/column-shape.ts";

test.each<[readonly unknown[], readonly string[]]>([
  [
    [1, 2.5, -0.25],
    ["1.00", "2.50", "-0.25"],
  ],
  [
    [1 / 3, 1000],
    ["0.333333", "1000.000000"],
  ],
  [
    [1, NaN, Infinity],
    ["1", "NaN", "Infinity"],
  ],
  [
    [0.00005, 12],
    ["0.00005", "12"],
  ],
  [
    [0.0001, 0],
    ["0.0001", "0.0000"],
  ],
  [
    [2n ** 63n, 1],
    ["9223372036854775808", "1"],
  ],
])("numbers of one column, %p, are written alike: %j", (values, texts) => {
  const shape = widenShape(PLAIN_SHAPE, values, null);
  expect(values.map((value) => numberText(value, shape))).toEqual(texts);
});

test("further values only widen, and those that are no number or date do not count", () => {
  const shape = widenShape(widenShape(PLAIN_SHAPE, [0.25], null), [1, null, "0.125", 3n], null);
  expect(shape).toEqual({ decimals: 2, tiny: false, precision: "day" });
  expect(widenShape(widenShape(PLAIN_SHAPE, [0.00001], null), [1], null).tiny).toBe(true);
});

test.each<[string, string | null, string]>([
  ["2024-05-06", null, "day"],
  ["2024-05-06T00:00:01Z", null, "second"],
  ["2024-05-06T00:00:00.001Z", null, "millisecond"],
  ["2024-05-05T15:00:00Z", "Asia/Tokyo", "day"],
  ["2024-05-06", "Asia/Tokyo", "second"],
])("%s in the zone %s has the precision of a %s", (text, zone, precision) => {
  expect(widenShape(PLAIN_SHAPE, [new Date(text), new Date(NaN)], zone).precision).toBe(precision);
  const finer = { ...PLAIN_SHAPE, precision: "millisecond" } as const;
  expect(widenShape(finer, [new Date(text)], zone).precision).toBe("millisecond");
});
