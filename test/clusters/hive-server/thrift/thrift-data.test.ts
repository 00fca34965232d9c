import { expect, test } from "@jest/globals";
import {
  columnData,
  columnLength,
  nestedValue,
} from "../../../../src/clusters/hive-server/thrift/thrift-data.ts";
import type { ThriftColumn } from "../../../../src/clusters/hive-server/thrift/thrift-types.ts";
import { rowReader } from "../../../../src/core/blocks/row-reader.ts";

const int64 = (value: bigint): { buffer: Buffer; offset: number } => {
  const buffer = Buffer.alloc(10);
  buffer.writeBigInt64BE(value, 2);
  return { buffer, offset: 2 };
};
const values = (column: ThriftColumn, type: string): unknown[] => {
  const data = columnData(column, type);
  return Array.from({ length: columnLength(column) }, (_, row) => rowReader(data)(row));
};

test.each<[type: string, column: ThriftColumn, values: unknown[]]>([
  [
    "bigint",
    { i64Val: { values: [int64(9007199254740993n), int64(-1n), int64(0n)], nulls: Buffer.from([0b100]) } },
    [9007199254740993n, -1n, null],
  ],
  ["int", { i32Val: { values: [1, 0], nulls: Buffer.from([0b10]) } }, [1, null]],
  ["smallint", { i16Val: { values: [-7], nulls: Buffer.alloc(0) } }, [-7]],
  ["tinyint", { byteVal: { values: [5], nulls: Buffer.alloc(0) } }, [5]],
  ["double", { doubleVal: { values: [NaN, 0.5], nulls: null } }, [NaN, 0.5]],
  [
    "boolean",
    { boolVal: { values: [true, false, false], nulls: Buffer.from([0b100]) } },
    [true, false, null],
  ],
  ["decimal(38,2)", { stringVal: { values: ["1.10"], nulls: null } }, ["1.10"]],
  ["string", { stringVal: { values: ["", "é"], nulls: Buffer.from([0b1]) } }, [null, "é"]],
  ["binary", { binaryVal: { values: [Buffer.from([0, 255])], nulls: null } }, [Buffer.from([0, 255])]],
  [
    "array",
    { stringVal: { values: ["[9007199254740993,1]", '["un"escaped"]', ""], nulls: Buffer.from([0b100]) } },
    [[9007199254740993n, 1], '["un"escaped"]', null],
  ],
])("%s", (type, column, expected) => {
  expect(values(column, type)).toEqual(expected);
});

test("nulls are found beyond the eighth row", () => {
  const column: ThriftColumn = {
    i32Val: { values: Array.from({ length: 10 }, (_, i) => i), nulls: Buffer.from([0, 0b10]) },
  };
  expect(values(column, "int")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, null]);
});

test.each<[string, unknown]>([
  ["[1,null,9007199254740993]", [1, null, 9007199254740993n]],
  [
    '{"a":1.50,"b":[0.30000000000000004,1234567.123456789]}',
    { a: 1.5, b: [0.30000000000000004, 1234567.123456789] },
  ],
  ["[12345678901234567890.12]", ["12345678901234567890.12"]],
  ['{"k":-0.12345678901234567890123}', { k: "-0.12345678901234567890123" }],
  ["[1234567890.123456789]", ["1234567890.123456789"]],
  ["[1.5000000000000000000000,1.0E300]", [1.5, 1e300]],
  ['["12345678901234567890.12","\\"9007199254740993.5"]', ["12345678901234567890.12", '"9007199254740993.5']],
  ["[2024-01-02]", "[2024-01-02]"],
])("%s is read with all digits", (text, value) => {
  expect(nestedValue(text)).toEqual(value);
});
