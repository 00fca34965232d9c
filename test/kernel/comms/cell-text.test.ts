import { expect, test } from "@jest/globals";
import {
  checkZone,
  isZoned,
  PLAIN_SHAPE,
  shownText,
  shapeAfter,
} from "../../../src/kernel/comms/cell-text.ts";
import type { CellValue, GridColumn } from "../../../src/kernel/comms/grid-request.ts";
import { formatCells } from "../../../src/magics/display/table/format-cells.ts";

const DAY = Date.UTC(2024, 4, 6);

const columnOf = (more: Partial<GridColumn>): GridColumn => ({
  name: "a",
  type: null,
  kind: "text",
  isIndex: false,
  grouped: false,
  zone: null,
  ...more,
});

/** The first value as the grid shows it beside the others. */
function shown(values: CellValue[], more: Partial<GridColumn>, zone: string | null = null): string {
  const column = columnOf(more);
  return shownText(values[0] ?? null, column, zone, shapeAfter(PLAIN_SHAPE, column, values));
}

test.each<[string, number[], Partial<GridColumn>, string | null, string]>([
  ["days", [DAY], {}, null, "2024-05-06"],
  ["days of a timestamp", [DAY], { type: "timestamp" }, "Asia/Tokyo", "2024-05-06"],
  ["one with a time", [DAY, DAY + 1000], {}, null, "2024-05-06 00:00:00"],
  ["days in the column's zone", [DAY], { zone: "UTC" }, null, "2024-05-06 00:00:00+00:00"],
  ["days in the column's offset", [DAY], { zone: "-03:30" }, null, "2024-05-05 20:30:00-03:30"],
  ["days in an offset with seconds", [DAY], { zone: "+05:30:15" }, null, "2024-05-06 05:30:15+05:30:15"],
  ["days in a chosen zone", [DAY], {}, "Asia/Tokyo", "2024-05-06 09:00:00+09:00"],
])("dates are shown as in the text table: %s", (_, values, more, zone, text) => {
  expect(shown(values, { kind: "date", ...more }, zone)).toBe(text);
});

test.each<[string, CellValue, Partial<GridColumn>, string]>([
  ["a number with more digits than are shown", 123456789.1254321, { kind: "float" }, "123456789.125432"],
  ["a tiny one", 1.23456789e-9, { kind: "float" }, "1.234568e-9"],
  ["a decimal as a number", 1.5, { kind: "float", type: "decimal(10,3)" }, "1.500"],
  [
    "a decimal as text",
    "12345678901234567.25",
    { type: "decimal(38,2)", grouped: true },
    "12,345,678,901,234,567.25",
  ],
  ["a long integer", "9223372036854775807", { kind: "integer" }, "9223372036854775807"],
  [
    "lines of Windows, and lines of Unicode",
    "a\r\nb\u2028c\rd\te\u0000",
    {},
    "a\\r\\nb\\u2028c\\rd\\te\\u0000",
  ],
  ["null", null, { kind: "float", grouped: true }, "null"],
])("%s", (_, value, more, text) => {
  expect(shown([value], more)).toBe(text);
});

test.each<[string, (number | null)[], string | undefined, boolean]>([
  ["whole numbers and fractions", [1, 2.5, -0.125, 2 ** 53, null], undefined, true],
  ["tiny numbers", [1e-9, 12_345.5, 0], undefined, true],
  ["decimals", [1.5, 12_345, -0.01], "decimal(10,2)", true],
  ["integers", [-12_345, 0, 7], "bigint", false],
])("the grid shows what the static table shows: %s", (_, values, type, grouped) => {
  const column = columnOf({ kind: "float", type: type ?? null, grouped });
  const shape = shapeAfter(PLAIN_SHAPE, column, values);
  expect(values.map((value) => shownText(value, column, null, shape))).toEqual(
    formatCells(values, null, type, grouped).texts,
  );
});

test.each<[string, (string | null)[], string | null]>([
  ["days", ["2024-05-06", "-000044-03-15", null, "+012024-01-01"], null],
  ["times", ["2024-05-06T07:08:09Z", "2024-05-06"], null],
  ["milliseconds in a zone", ["2024-05-06T07:08:09.010Z", "0500-01-01"], "Asia/Tokyo"],
])("the grid shows dates as the static table does: %s", (_, texts, zone) => {
  const values = texts.map((text) => (text === null ? null : Date.parse(text)));
  const column = columnOf({ kind: "date", zone });
  const shape = shapeAfter(PLAIN_SHAPE, column, values);
  expect(values.map((value) => shownText(value, column, null, shape))).toEqual(
    formatCells(
      values.map((value) => value && new Date(value)),
      zone,
    ).texts,
  );
});

test("a chosen zone shifts instants, and timestamps without a zone only if the table shows them in one", () => {
  const zoned = (type: string | null, zone: string | null) => isZoned(columnOf({ kind: "date", type, zone }));
  expect([zoned(null, null), zoned("date", null), zoned("timestamp(3)", null)]).toEqual([true, false, false]);
  expect(zoned("timestamp(3)", "Asia/Tokyo")).toBe(true);
});

test("an abbreviation of several zones is refused, as -T refuses it", () => {
  expect(() => checkZone("BST")).toThrow("BST is an abbreviation that may mean Europe/London or Asia/Dhaka");
  expect(() => checkZone("Nowhere")).toThrow("there is no time zone Nowhere");
  expect(() => ["JST", "+09:00", "Asia/Tokyo"].forEach(checkZone)).not.toThrow();
});
