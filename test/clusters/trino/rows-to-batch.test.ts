import { expect, test } from "@jest/globals";
import { rowReader } from "../../../src/core/blocks/row-reader.ts";
import { parseExactJson } from "../../../src/core/wire/exact-json.ts";
import { rowsToBatch } from "../../../src/clusters/trino/rows-to-batch.ts";

const read = (type: string, json: string): unknown[] => {
  const { columns, rowCount } = rowsToBatch([{ name: "a", type }])(parseExactJson(json) as unknown[][]);
  return Array.from({ length: rowCount }, (_, row) => rowReader(columns[0]!)(row));
};

test.each<[type: string, json: string, values: unknown[]]>([
  [
    "bigint",
    "[[0],[-1],[null],[4294967296],[-4294967297],[9007199254740993],[-9223372036854775808]]",
    [0n, -1n, null, 4294967296n, -4294967297n, 9007199254740993n, -9223372036854775808n],
  ],
  ["integer", "[[2147483647],[null],[-5]]", [2147483647, null, -5]],
  ["double", '[[1],["NaN"],["-Infinity"],[null],[10000000000000000000]]', [1, NaN, -Infinity, null, 1e19]],
  ["boolean", "[[true],[false],[null]]", [true, false, null]],
  ["decimal(38,2)", '[["1.10"],[null]]', ["1.10", null]],
  ["varchar", '[["9007199254740993"],[""],[null]]', ["9007199254740993", "", null]],
  ["varbinary", '[["AP8="],[null]]', [Buffer.from([0, 255]), null]],
  ["array(bigint)", "[[[9007199254740993,null,1]],[null]]", [[9007199254740993n, null, 1], null]],
  ["map(bigint,varchar)", '[[{"1":"9007199254740993"}]]', [new Map([["1", "9007199254740993"]])]],
  ["row(a double, b row(varbinary))", '[[["NaN",["AA=="]]]]', [[NaN, [Buffer.from([0])]]]],
  ["json", '[["{}"]]', ["{}"]],
  ["HyperLogLog", '[["AA=="]]', [Buffer.from([0])]],
])("%s", (type, json, values) => {
  expect(read(type, json)).toEqual(values);
});

test("no validity array is allocated without nulls", () => {
  const { columns } = rowsToBatch([{ name: "a", type: "bigint" }])([[1], [2]]);
  expect(columns[0]).toMatchObject({ kind: "int64", nulls: null });
});
