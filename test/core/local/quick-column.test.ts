import { expect, test } from "@jest/globals";
import { quickColumn } from "../../../src/core/local/quick-column.ts";

const quick = (values: readonly unknown[], type: string): unknown => {
  const column = quickColumn({ name: "c", values, type });
  return column && { ...column.column, kind: column.kind, values: Array.from(column.values) };
};

test.each<[string, readonly unknown[], object]>([
  ["bigint", [1, null, 2n], { kind: "long", values: [1, null, 2n] }],
  ["double", [1, 2n, null], { kind: "double", values: [1, 2, null] }],
  ["boolean", [true, false, null], { kind: "long", values: [1, 0, null] }],
  ["varchar", ["a", null], { kind: "string", values: ["a", null] }],
  ["varchar", ["a", 1, [2]], { kind: "string", values: ["a", "1", "[2]"] }],
  ["decimal(10,2)", ["1.50", 2, null], { kind: "string", values: ["1.50", "2", null] }],
  ["date", ["2024-01-02", null], { kind: "string", values: ["2024-01-02", null] }],
  ["date", [new Date("2024-01-02"), null], { kind: "double", inMs: true, values: [1_704_153_600_000, null] }],
  ["timestamp", ["2024-01-02 03:04:05.678"], { kind: "string", values: ["2024-01-02 03:04:05.678"] }],
  ["timestamp with time zone", ["2024-01-02 03:04:05 UTC"], { kind: "string", values: ["2024-01-02 03:04:05"] }],
  ["time", ["03:04:05"], { kind: "string", values: ["03:04:05"] }],
])("a column of type %s with %p is handed over quickly", (type, values, column) => {
  expect(quick(values, type)).toEqual({ name: "c", type, ...column });
}); // prettier-ignore

test.each<[string, readonly unknown[]]>([
  ["tinyint", [128]],
  ["bigint", [1.5]],
  ["double", ["1"]],
  ["boolean", [1]],
  ["decimal(3,1)", ["1.25"]],
  ["date", [new Date("2024-01-02T01:00:00Z")]],
  ["date", ["10000-01-01"]],
  ["timestamp(9)", ["2024-01-02 03:04:05.123456789"]],
  ["timestamp with time zone", ["2024-01-02 03:04:05 Asia/Tokyo"]],
  ["array(bigint)", [[1]]],
  ["varbinary", [Uint8Array.of(1)]],
])("a column of type %s with %p is not", (type, values) => {
  expect(quick(values, type)).toBeNull();
});
