import { expect, test } from "@jest/globals";
import { parseServiceType } from "../../../../src/core/wire/service-type.ts";
import { columnJson, typeSignature } from "../../../../src/engine/results/pages/column-json.ts";

const long = (value: number) => ({ kind: "LONG", value });
const plain = (rawType: string) => ({ rawType, arguments: [] });

test.each([
  ["bigint", plain("bigint")],
  ["varchar", { rawType: "varchar", arguments: [long(2147483647)] }],
  ["varchar(10)", { rawType: "varchar", arguments: [long(10)] }],
  ["char(3)", { rawType: "char", arguments: [long(3)] }],
  ["decimal(10, 2)", { rawType: "decimal", arguments: [long(10), long(2)] }],
  ["timestamp", { rawType: "timestamp", arguments: [long(3)] }],
  ["timestamp(6)", { rawType: "timestamp", arguments: [long(6)] }],
  ["timestamp with time zone", { rawType: "timestamp with time zone", arguments: [long(3)] }],
  ["timestamp(6) with time zone", { rawType: "timestamp with time zone", arguments: [long(6)] }],
  ["array(bigint)", { rawType: "array", arguments: [{ kind: "TYPE", value: plain("bigint") }] }],
  [
    "map(integer, array(double))",
    {
      rawType: "map",
      arguments: [
        { kind: "TYPE", value: plain("integer") },
        { kind: "TYPE", value: { rawType: "array", arguments: [{ kind: "TYPE", value: plain("double") }] } },
      ],
    },
  ],
  [
    'row(a bigint, "b, ""c" decimal(4,1), timestamp with time zone, date)',
    {
      rawType: "row",
      arguments: [
        { kind: "NAMED_TYPE", value: { fieldName: { name: "a" }, typeSignature: plain("bigint") } },
        {
          kind: "NAMED_TYPE",
          value: {
            fieldName: { name: 'b, "c' },
            typeSignature: { rawType: "decimal", arguments: [long(4), long(1)] },
          },
        },
        {
          kind: "NAMED_TYPE",
          value: { typeSignature: { rawType: "timestamp with time zone", arguments: [long(3)] } },
        },
        { kind: "NAMED_TYPE", value: { typeSignature: plain("date") } },
      ],
    },
  ],
])("%s", (type, signature) => {
  expect(typeSignature(parseServiceType(type), false)).toEqual(signature);
});

test("in Presto's own form, types of fields are text", () => {
  const field = (name: string, typeSignature: string) => ({
    kind: "NAMED_TYPE_SIGNATURE",
    value: { fieldName: { name, delimited: false }, typeSignature },
  });
  expect(
    typeSignature(
      parseServiceType('row(a decimal(4,1), b array(row("x y" varchar, n bigint, v varchar(9))))'),
      true,
    ),
  ).toEqual({
    rawType: "row",
    arguments: [field("a", "decimal(4,1)"), field("b", 'array(row("x y" varchar, n bigint, v varchar(9)))')],
  });
});

test.each([
  ["decimal(38,0)", "decimal(38, 0)"],
  ["interval day to second", "INTERVAL DAY TO SECOND"],
  ["array(interval year to month)", "array(INTERVAL YEAR TO MONTH)"],
  ["map(varchar, decimal(3,1))", "map(varchar, decimal(3, 1))"],
  [
    'row(a integer, "b c" varchar(10), "order" time(3))',
    'row(a integer, "b c" varchar(10), "order" time(3))',
  ],
  ["timestamp(3) with time zone", "timestamp(3) with time zone"],
  ["varchar", "varchar"],
  ["Geometry", "Geometry"],
])("the type of a column %s is %s, as in Trino's SQL", (type, expected) => {
  const column = columnJson({ name: "x", type }, { presto: false, parametricTimes: true });
  expect(column["type"]).toBe(expected);
});

test("a client without times of any precision gets their plain names", () => {
  const { type } = columnJson(
    { name: "x", type: "array(timestamp(6) with time zone)" },
    { presto: false, parametricTimes: false },
  );
  expect(type).toBe("array(timestamp with time zone)");
});

test("in Presto's own form, the digits of a field's time stand before its zone", () => {
  expect(typeSignature(parseServiceType("row(a timestamp(6) with time zone)"), true)).toEqual({
    rawType: "row",
    arguments: [
      {
        kind: "NAMED_TYPE_SIGNATURE",
        value: { fieldName: { name: "a", delimited: false }, typeSignature: "timestamp(6) with time zone" },
      },
    ],
  });
});
