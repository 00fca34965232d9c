import { expect, test } from "@jest/globals";
import { rowsToJson } from "../../../../src/engine/results/pages/page-rows.ts";

test("every kind of value is encoded", () => {
  const columns = [
    { name: "i", type: "bigint" },
    { name: "d", type: "double" },
    { name: "b", type: "boolean" },
    { name: "t", type: "varchar" },
    { name: "bin", type: "varbinary" },
    { name: "r", type: "row(x double, y map(varchar, bigint))" },
  ];
  const text = rowsToJson(columns, { parametricTimes: true })({
    rowCount: 3,
    columns: [
      {
        kind: "int64",
        values: BigInt64Array.of(9223372036854775807n, 0n, -1n),
        nulls: Uint8Array.of(0, 1, 0),
      },
      { kind: "float", values: Float64Array.of(-0, NaN, -Infinity), nulls: null },
      { kind: "boolean", codes: Uint8Array.of(1, 0, 2) },
      { kind: "text", values: ['a"\n', null, "é"] },
      { kind: "other", values: [Uint8Array.of(1, 2), null, null] },
      { kind: "other", values: [[2, { k: 3n }], [0.5, null], null] },
    ],
  });
  expect(text).toBe(
    '[9223372036854775807,-0.0,true,"a\\"\\n","AQI=",[2.0,{"k":3}]],' +
      '[null,"NaN",false,null,null,[0.5,null]],' +
      '[-1,"-Infinity",null,"é",null,null]',
  );
});

test("nested values have the form of their own type", () => {
  const columns = [
    { name: "l", type: "array(real)" },
    { name: "r", type: "row(s varchar, d double, n integer)" },
    { name: "m", type: "map(varchar, double)" },
  ];
  const other = (value: unknown) => ({ kind: "other", values: [value] }) as const;
  expect(
    rowsToJson(columns, { parametricTimes: true })({
      rowCount: 1,
      columns: [other([1, 2]), other(["a", 3, 4]), other(new Map([["k", 5]]))],
    }),
  ).toBe('[[1.0,2.0],["a",3.0,4],{"k":5.0}]');
});

test("clients without parametric datetimes get a time's offset behind a space", () => {
  const columns = [{ name: "t", type: "time(6) with time zone" }];
  const values = ["10:00:00.1235+05:45", "23:59:59.999600-03:30", null];
  expect(
    rowsToJson(columns, { parametricTimes: false })({ rowCount: 3, columns: [{ kind: "text", values }] }),
  ).toBe('["10:00:00.124 +05:45"],["00:00:00.000 -03:30"],[null]');
});

test("clients without parametric datetimes get milliseconds, also in nested values", () => {
  const columns = [
    { name: "t", type: "timestamp(6)" },
    { name: "z", type: "timestamp(0) with time zone" },
    { name: "l", type: "array(time(1))" },
    { name: "r", type: "row(at timestamp(6), s varchar)" },
    { name: "s", type: "varchar" },
  ];
  const text = rowsToJson(columns, { parametricTimes: false })({
    rowCount: 2,
    columns: [
      { kind: "text", values: ["2019-12-31 23:59:59.999600", "9999-12-31 23:59:59.999600"] },
      { kind: "text", values: ["2020-01-01 00:00:00 Asia/Tokyo", null] },
      { kind: "other", values: [["10:00:00.5", null], null] },
      { kind: "other", values: [["2020-01-01 00:00:00.123456", "10:00"], null] },
      { kind: "text", values: ["2020-01-01 00:00:00.123456", null] },
    ],
  });
  expect(text).toBe(
    '["2020-01-01 00:00:00.000","2020-01-01 00:00:00.000 Asia/Tokyo",["10:00:00.500",null],' +
      '["2020-01-01 00:00:00.123","10:00"],"2020-01-01 00:00:00.123456"],["+10000-01-01 00:00:00.000",null,null,null,null]',
  );
});
