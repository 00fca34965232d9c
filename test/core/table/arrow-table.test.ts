import { expect, test } from "@jest/globals";
import { float32, tableFromIPC } from "@uwdata/flechette";
import { desc, fromArrow } from "arquero";
import { DateColumn } from "../../../src/core/table/columns/date-column.ts";
import { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

/** A table's columns after a round trip through Arrow, and their Arrow types. */
function readBack(bytes: Uint8Array): unknown {
  const table = tableFromIPC(bytes, { useBigInt: true, useDate: true });
  return Object.fromEntries(
    table.schema.fields.map(({ name, type }, c) => [name, [typeName(type), Array.from(table.getChildAt(c))]]),
  );
}

const TYPE_NAMES: Record<number, string> = {
  1: "null",
  2: "int",
  3: "float",
  4: "binary",
  5: "utf8",
  6: "bool",
  8: "date",
  10: "timestamp",
};
const typeName = (type: { typeId: number; bitWidth?: number; timezone?: string | null }): string =>
  `${TYPE_NAMES[type.typeId]}${type.bitWidth ?? ""}${type.timezone ? ` ${type.timezone}` : ""}`;

test("columns have the service's types in Arrow", () => {
  const table = tableOf(
    { n: [1, null, 3], small: Int32Array.of(1, 2, 3), s: ["a", null, "a"], d: ["1.50", "2.00", null] },
    { types: { n: "bigint", small: "smallint", s: "varchar", d: "decimal(10,2)" } },
  );
  expect(readBack(table.toArrowIPC())).toEqual({
    n: ["int64", [1n, null, 3n]],
    small: ["int16", [1, 2, 3]],
    s: ["utf8", ["a", null, "a"]],
    d: ["utf8", ["1.50", "2.00", null]],
  });
});

test("the type of an untyped column is inferred from its values", () => {
  const day = new Date("2024-01-02T03:04:05.678Z");
  const table = tableOf({
    integers: [1, null, 2n ** 60n],
    floats: [1, 0.5, NaN],
    exact: [2n ** 60n, 0.5, null],
    booleans: [true, null, false],
    dates: new DateColumn(Float64Array.of(Number(day), NaN, 0)),
    plainDates: [day, new Date(NaN), null],
    bytes: [Uint8Array.of(1), null, null],
    mixed: [[1n], { a: "x" }, "text"],
    wide: [2n ** 63n, 1n, null],
    nothing: [null, null, undefined],
  });
  expect(readBack(table.toArrowIPC())).toEqual({
    integers: ["int64", [1n, null, 2n ** 60n]],
    floats: ["float", [1, 0.5, NaN]],
    exact: ["utf8", ["1152921504606846976", "0.5", null]],
    booleans: ["bool", [true, null, false]],
    dates: ["timestamp UTC", [day, null, new Date(0)]],
    plainDates: ["timestamp UTC", [day, null, null]],
    bytes: ["binary", [Uint8Array.of(1), null, null]],
    mixed: ["utf8", ["[1]", '{"a":"x"}', "text"]],
    wide: ["utf8", ["9223372036854775808", "1", null]],
    nothing: ["null", [null, null, null]],
  });
});

test("parsed dates have their type's kind, values that contradict the service's type their own", () => {
  const dates = (...ms: number[]): DateColumn => new DateColumn(Float64Array.from(ms));
  const table = tableOf(
    { t: dates(0), z: dates(0), d: dates(-86_400_000), u: dates(1), n: ["x"] },
    {
      types: { t: "timestamp(3)", z: "timestamp(3) with time zone", d: "date", n: "bigint" },
    },
  );
  expect(readBack(table.toArrowIPC())).toEqual({
    t: ["timestamp", [new Date(0)]],
    z: ["timestamp UTC", [new Date(0)]],
    d: ["date", [new Date(-86_400_000)]],
    u: ["timestamp UTC", [new Date(1)]],
    n: ["utf8", ["x"]],
  });
});

test("a filter's rows are written, in the order of a sort", () => {
  const table = tableOf({ n: [3, 1, 2, 4] }, { types: { n: "bigint" } })
    .filter("d => d.n < 4")
    .orderby(desc("n"));
  expect(readBack(table.toArrowIPC())).toEqual({ n: ["int64", [3n, 2n, 1n]] });
  expect(readBack(table.toArrowIPC({ offset: 1, limit: 1 }))).toEqual({ n: ["int64", [2n]] });
});

test("Arquero's options for columns and types, and a file instead of a stream", () => {
  const table = Table.of([[0.5], ["a"], [2]], ["x", "__proto__", "1"], { types: { x: "double" } });
  expect(table.toArrow({ columns: ["1", "x"], types: { x: float32() } }).toColumns()).toEqual({
    1: Float64Array.of(2),
    x: Float32Array.of(0.5),
  });
  expect(tableFromIPC(table.toArrowIPC()).names).toEqual(["x", "__proto__", "1"]);
  expect(Buffer.from(table.toArrowIPC({ format: "file" })).toString("latin1", 0, 6)).toBe("ARROW1");
});

test("a table of many rows, of none, and without columns is read by Arquero", () => {
  const many = tableOf(
    { n: Float64Array.from({ length: 150_000 }, (_, i) => i) },
    {
      types: { n: "double" },
    },
  );
  expect(fromArrow(many.toArrowIPC()).numRows()).toBe(150_000);
  expect(fromArrow(many.filter("d => d.n < 0").toArrowIPC()).columnNames()).toEqual(["n"]);
  expect(tableFromIPC(Table.of([], []).toArrowIPC()).numCols).toBe(0);
});
