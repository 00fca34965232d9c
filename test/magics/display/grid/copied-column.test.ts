import { expect, test } from "@jest/globals";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import { copiedColumn } from "../../../../src/magics/display/grid/copied-column.ts";

const copied = (column: unknown, order: number[] | null = null, type: string | null = null) => {
  const { kind, pieces, json } = copiedColumn(column as never, order, 3, type);
  return { kind, pieces: pieces(0, 3), ...(json === undefined ? {} : { json: json(0, 3) }) };
};

test("an array of numbers is copied as it is, its rows in the table's order", () => {
  const column = new NullableColumn(Int32Array.of(5, 0, 7), Uint8Array.of(0, 1, 0));
  expect(copied(column)).toEqual({
    kind: "integer",
    pieces: [{ kind: "integer", values: column.values, nulls: column.nulls }],
  });
  expect(copied(column, [2, 1, 0]).pieces).toEqual([
    { kind: "integer", values: Int32Array.of(7, 0, 5), nulls: Uint8Array.of(0, 1, 0) },
  ]);
  expect(copied(BigInt64Array.of(1n, 2n, 3n)).pieces).toMatchObject([{ kind: "int64" }]);
});

test("integers without a sign beyond 63 bits are copied one by one", () => {
  expect(copied(BigUint64Array.of(2n ** 63n, 1n, 2n)).pieces).toEqual([
    { kind: "text", values: ["9223372036854775808", "1", "2"] },
  ]);
});

test("dates are their milliseconds", () => {
  expect(copied(new DateColumn(Float64Array.of(0, NaN, 5)))).toEqual({
    kind: "date",
    pieces: [{ kind: "float", values: Float64Array.of(0, NaN, 5), nulls: Uint8Array.of(0, 1, 0) }],
  });
});

test.each<[string, readonly unknown[], string, object]>([
  ["booleans", [true, null, false], "boolean", { kind: "boolean", codes: Uint8Array.of(1, 2, 0) }],
  [
    "numbers",
    [1.5, null, 2],
    "float",
    { kind: "float", values: Float64Array.of(1.5, 0, 2), nulls: Uint8Array.of(0, 1, 0) },
  ],
  [
    "long integers",
    [2n ** 60n, null, 1n],
    "integer",
    { kind: "int64", values: BigInt64Array.of(2n ** 60n, 0n, 1n) },
  ],
  [
    "integers beyond 64 bits",
    [2n ** 64n, null, 1n],
    "text",
    { kind: "text", values: ["18446744073709551616", null, "1"] },
  ],
  ["values of two kinds", ["a", 1, null], "text", { kind: "text", values: ["a", "1", null] }],
  ["bytes", [Uint8Array.of(255), null, null], "text", { kind: "text", values: ["ff", null, null] }],
])("%s of a list", (_, values, kind, piece) =>
  expect(copied(values)).toMatchObject({ kind, pieces: [piece] }),
);

test("nested values have the names of their type's fields, and are JSON besides", () => {
  expect(copied([{ id: 1 }, null, { id: 2 }], null, "row(id bigint)")).toEqual({
    kind: "nested",
    pieces: [{ kind: "text", values: ["{id: 1}", null, "{id: 2}"] }],
    json: [{ kind: "text", values: ['{"id":1}', null, '{"id":2}'] }],
  });
});
