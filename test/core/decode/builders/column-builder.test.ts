import { expect, test } from "@jest/globals";
import { columnBuilders, demote } from "../../../../src/core/decode/builders/column-builder.ts";
import { collectWarnings } from "../../helpers/collect-warnings.ts";

const warnings = collectWarnings();

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ["bigint", [1, null, -2], [1, null, -2]],
  ["bigint", [1, 2n ** 63n - 1n], [1n, 2n ** 63n - 1n]],
  ["double", [1, NaN, null], [1, NaN, null]],
  ["boolean", [true, null, false], [true, null, false]],
  ["varchar", ["", null, "日本"], ["", null, "日本"]],
  ["decimal(3,2)", ["1.50", null], [1.5, null]],
  ["array(bigint)", [[1, 2n ** 53n], null], [[1n, 2n ** 53n], null]],
])("a column of %s from %p", (type, values, column) => {
  const { builders } = columnBuilders([{ name: "c", type }], 1);
  values.forEach((value, row) => expect(builders[0]?.set(row, value)).toBe(true));
  expect([...(builders[0]?.finish(values.length) ?? [])]).toEqual(column);
});

test.each<[string, readonly unknown[], unknown]>([
  ["bigint", [1, null], "x"],
  ["bigint", [2n ** 60n, 2n], 1.5],
  ["double", [0.5, NaN], "0.5"],
  ["boolean", [true, null], 1],
  ["varchar", ["a", null], 7],
  ["decimal(4,2)", ["1.50", null], 7],
])("a column of %s that holds %p keeps them as they came beside %p", (type, values, other) => {
  const columns = columnBuilders([{ name: "price", type }], 1, 1000);
  values.forEach((value, row) => columns.builders[0]?.set(row, value));
  expect(columns.builders[0]?.set(2, other)).toBe(false);
  demote(columns, 0, 2).set(2, other);
  const last = type.startsWith("decimal") ? "2.50" : null;
  columns.builders[0]?.set(3, last);
  expect([...(columns.builders[0]?.finish(4) ?? [])]).toEqual([...values, other, last]);
  expect(warnings.map(({ message }) => message)).toEqual([
    `column price of type ${type} holds a value of another type, first in row 1002: its values are not converted; convert them before you compute with them`,
  ]);
});
