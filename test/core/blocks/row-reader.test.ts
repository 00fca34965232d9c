import { expect, test } from "@jest/globals";
import type { ColumnData } from "../../../src/core/blocks/column-data.ts";
import { rowReader } from "../../../src/core/blocks/row-reader.ts";

const list = { bytes: Buffer.from("abc"), offsets: Uint32Array.of(0, 1, 1, 3) };
const nulls = Uint8Array.of(0, 1, 0);

test.each<[ColumnData, unknown[]]>([
  [{ kind: "integer", values: Int8Array.of(1, 0, 3), nulls }, [1, null, 3]],
  [{ kind: "float", values: Float64Array.of(0.5, NaN, 2), nulls: null }, [0.5, NaN, 2]],
  [{ kind: "int64", values: BigInt64Array.of(1n, 0n, 3n), nulls }, [1n, null, 3n]],
  [{ kind: "boolean", codes: Uint8Array.of(0, 2, 1) }, [false, null, true]],
  [{ kind: "utf8", ...list, nulls }, ["a", null, "bc"]],
  [{ kind: "coded", entries: list, codes: Uint8Array.of(3, 0, 1) }, ["bc", null, "a"]],
  [{ kind: "text", values: ["x", null, ""] }, ["x", null, ""]],
  [{ kind: "other", values: [[1], undefined, { a: 1 }] }, [[1], null, { a: 1 }]],
])("rows of %j", (data, values) => {
  expect([0, 1, 2].map(rowReader(data))).toEqual(values);
});

test("packed values need a reader of MessagePack", () => {
  const packed: ColumnData = { kind: "packed", ...list, nulls };
  expect([0, 1, 2].map(rowReader(packed, { packed: () => (row) => `value ${row}` }))).toEqual([
    "value 0",
    null,
    "value 2",
  ]);
  expect(() => rowReader(packed)(0)).toThrow("packed values need a reader");
});
