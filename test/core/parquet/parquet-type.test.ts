import { expect, test } from "@jest/globals";
import { Misfit } from "../../../src/core/parquet/misfit.ts";
import { parquetTypeOf, storeNullable } from "../../../src/core/parquet/parquet-type.ts";

test.each<[string, object]>([
  ["boolean", { type: "BOOLEAN" }],
  ["smallint", { type: "INT32", converted_type: "INT_16" }],
  ["bigint", { type: "INT64" }],
  ["real", { type: "FLOAT" }],
  ["varchar(3)", { type: "BYTE_ARRAY", converted_type: "UTF8" }],
  ["varbinary", { type: "BYTE_ARRAY" }],
  ["date", { type: "INT32", converted_type: "DATE" }],
  ["timestamp(9)", { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "NANOS" } }],
  ["decimal(9,2)", { type: "INT32", converted_type: "DECIMAL", precision: 9, scale: 2 }],
  ["decimal(38,0)", { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, converted_type: "DECIMAL", precision: 38, scale: 0 }],
])("a column of type %s", (type, element) => {
  expect(parquetTypeOf(type).schema("c")).toEqual([{ name: "c", repetition_type: "OPTIONAL", ...element }]);
}); // prettier-ignore

test("nested types have the elements of their parts", () => {
  const names = (type: string): unknown[] =>
    parquetTypeOf(type).schema("c").map(({ name, converted_type }) => converted_type ?? name);
  expect(names("array(bigint)")).toEqual(["LIST", "list", "element"]);
  expect(names("map(varchar, double)")).toEqual(["MAP", "key_value", "UTF8", "value"]);
  expect(names("row(a bigint, b array(boolean))")).toEqual(["c", "a", "LIST", "list", "element"]);
}); // prettier-ignore

test.each<[string, unknown, unknown]>([
  ["bigint", 7, 7n],
  ["integer", 7n, 7],
  ["date", "2024-01-02", 19_724],
  ["date", new Date("1969-12-31"), -1],
  ["timestamp", "2024-01-01 00:00:00.123456", 1_704_067_200_123_456n],
  ["timestamp(9)", "1970-01-01 00:00:00.000000001", 1n],
  ["time", "00:00:01.5", 1_500_000n],
  ["decimal(10,2)", "1.5", 150n],
  ["decimal(10,2)", -3, -300n],
  ["array(bigint)", [1, null], [1n, null]],
  ["map(bigint, varchar)", { 1: "a" }, [{ key: 1n, value: "a" }]],
  ["row(a bigint, b varchar)", { a: 1, b: null }, { a: 1n, b: null }],
  ["json", '{"a":1}', '{"a":1}'],
  ["unknown", { a: 1 }, '{"a":1}'],
  ["bigint", null, null],
])("a %s holds %p", (type, value, stored) => {
  expect(storeNullable(parquetTypeOf(type), value)).toEqual(stored);
});

test.each<[string, unknown]>([
  ["tinyint", 128],
  ["bigint", 1.5],
  ["bigint", 2n ** 63n],
  ["real", 0.1234567890123],
  ["boolean", 1],
  ["date", "2024-01-02 10:00:00"],
  ["timestamp(3)", "2024-01-01 00:00:00.0000001"],
  ["time", "25 hours"],
  ["decimal(3,1)", "1.25"],
  ["decimal(3,1)", "100"],
  ["array(bigint)", 1],
  ["varchar", 1],
])("a %s does not hold %p", (type, value) => {
  expect(() => storeNullable(parquetTypeOf(type), value)).toThrow(Misfit);
});
