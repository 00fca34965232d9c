import { expect, test } from "@jest/globals";
import { arrowForm, inferredForm } from "../../../../src/core/wire/arrow/arrow-form.ts";
import { Type } from "@uwdata/flechette";

test.each<[string, number, unknown, unknown]>([
  ["tinyint", Type.Int, -128, -128],
  ["bigint", Type.Int, 2n ** 63n - 1n, 2n ** 63n - 1n],
  ["integer", Type.Int, 7n, 7],
  ["real", Type.Float, 1n, 1],
  ["boolean", Type.Bool, true, true],
  ["decimal(10,2)", Type.Utf8, 1.5, "1.50"],
  ["varchar", Type.Utf8, "a", "a"],
  ["date", Type.Utf8, "2024-01-02", "2024-01-02"],
  ["json", Type.Utf8, '{"a":1}', '{"a":1}'],
  ["ipprefix", Type.Utf8, { a: 1 }, '{"a":1}'],
  ["varbinary", Type.Binary, "ab", Buffer.from("ab")],
  ["array(bigint)", Type.List, [1, null], [1, null]],
  ["map(varchar, bigint)", Type.Map, { a: 1, b: null }, [["a", 1], ["b", null]]],
  ["row(a bigint, varchar)", Type.Struct, [1, "x"], { a: 1, field1: "x" }],
  ["row(a bigint, b varchar)", Type.Struct, { a: 1, b: "x" }, { a: 1, b: "x" }],
])("a column of type %s", (type, typeId, value, converted) => {
  const form = arrowForm("c", type);
  expect(form.type.typeId).toBe(typeId);
  expect(form.convert(value)).toEqual(converted);
}); // prettier-ignore

test.each<[string, unknown, string]>([
  ["tinyint", 128, 'column "c" of type tinyint holds 128'],
  ["bigint", "7", 'column "c" of type bigint holds "7"'],
  ["double", "x", 'column "c" of type double holds "x"'],
  ["varchar", 7, 'column "c" of type varchar holds 7'],
  ["array(bigint)", [1.5], 'column "c" of type array(bigint) holds 1.5'],
  ["row(a bigint, b varchar)", [1], 'column "c" of type row(a bigint, b varchar) holds [1]'],
])("a column of type %s does not hold %p", (type, value, said) => {
  expect(() => arrowForm("c", type).convert(value)).toThrow(said);
});

test.each<[readonly unknown[], string | undefined, number, unknown]>([
  [[1, 2n, null], undefined, Type.Int, 1],
  [[1, 1.5], undefined, Type.Float, 1],
  [[-0], undefined, Type.Float, -0],
  [[true], undefined, Type.Bool, true],
  [[new Date(0)], "date", Type.Date, 0],
  [[new Date(5)], "timestamp", Type.Timestamp, 5],
  [["a", 1], undefined, Type.Utf8, "a"],
  [[[1]], undefined, Type.Utf8, "[1]"],
])("values %p without a type, or of type %s", (values, type, typeId, first) => {
  const form = inferredForm(values, null, type);
  expect(form.type.typeId).toBe(typeId);
  expect(form.convert(values[0])).toEqual(first);
});
