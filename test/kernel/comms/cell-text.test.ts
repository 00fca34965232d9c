import { expect, test } from "@jest/globals";
import type { GridColumn } from "../../../src/kernel/comms/grid-request.ts";
import { decimalsOf, instantText, shownText } from "../../../src/kernel/comms/cell-text.ts";

const DAY = Date.UTC(2024, 4, 6);

test.each<[string, number[], Partial<GridColumn>, string | null, string]>([
  ["days", [DAY], {}, null, "2024-05-06"],
  ["days of a timestamp", [DAY], { type: "timestamp" }, "Asia/Tokyo", "2024-05-06"],
  ["one with a time", [DAY, DAY + 1000], {}, null, "2024-05-06 00:00:00"],
  ["days in the column's zone", [DAY], { zone: "UTC" }, null, "2024-05-06 00:00:00+00:00"],
  ["days in the column's offset", [DAY], { zone: "-03:30" }, null, "2024-05-05 20:30:00-03:30"],
  ["days in an offset with seconds", [DAY], { zone: "+05:30:15" }, null, "2024-05-06 05:30:15+05:30:15"],
  ["days in a chosen zone", [DAY], {}, "Asia/Tokyo", "2024-05-06 09:00:00"],
])("dates are shown as in the text table: %s", (_, values, more, zone, text) => {
  const column = { name: "d", type: null, kind: "date", zone: null, ...more } as GridColumn;
  const decimals = Math.max(...values.map((value) => decimalsOf(value, column.kind)));
  expect(shownText(DAY, column, zone, decimals)).toBe(text);
});

test.each<[string, unknown, Partial<GridColumn>, number, string]>([
  [
    "a long whole number in a column with decimals",
    2 ** 53,
    { kind: "f64", grouped: true },
    2,
    "9,007,199,254,740,992.00",
  ],
  ["a number with more digits than are shown", 123456789.125, { kind: "f64" }, 2, "123456789.13"],
  ["a tiny one", 1.23456789e-9, { kind: "f64" }, 6, "1.234568e-9"],
  ["lines of Windows, and lines of Unicode", "a\r\nb\u2028c\rd\te\u0000", { kind: "text" }, 0, "a⏎b⏎c⏎d e�"],
])("%s", (_, value, more, decimals, text) => {
  const column = { name: "a", type: null, zone: null, ...more } as GridColumn;
  expect(shownText(value as number, column, null, decimals)).toBe(text);
});

test("an abbreviation of several zones is refused, as -T refuses it", () => {
  expect(() => instantText(0, "BST")).toThrow(
    "BST is an abbreviation that may mean Europe/London or Asia/Dhaka",
  );
  expect(instantText(0, "JST")).toBe("1970-01-01 09:00:00");
});
