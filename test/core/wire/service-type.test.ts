import { expect, test } from "@jest/globals";
import { memberType, columnKind, parseServiceType } from "../../../src/core/wire/service-type.ts";

const leaf = (name: string, ...parameters: number[]) => ({
  name,
  inner: [],
  fieldNames: [],
  ...(parameters.length > 0 ? { parameters } : {}),
});

test.each([
  ["bigint", leaf("bigint")],
  ["VARCHAR(255)", leaf("varchar", 255)],
  ["decimal(38, 2)", leaf("decimal", 38, 2)],
  ["timestamp(3) with time zone", leaf("timestamp with time zone", 3)],
  ["array(bigint)", { name: "array", inner: [leaf("bigint")], fieldNames: [] }],
  [
    "array<map<string,array<int>>>",
    {
      name: "array",
      inner: [
        {
          name: "map",
          inner: [leaf("string"), { name: "array", inner: [leaf("int")], fieldNames: [] }],
          fieldNames: [],
        },
      ],
      fieldNames: [],
    },
  ],
  [
    'row(a bigint, "b), ((c" varchar(3))',
    { name: "row", inner: [leaf("bigint"), leaf("varchar", 3)], fieldNames: ["a", "b), ((c"] },
  ],
  [
    "struct<a:int,b:struct<c:string>>",
    {
      name: "struct",
      inner: [leaf("int"), { name: "struct", inner: [leaf("string")], fieldNames: ["c"] }],
      fieldNames: ["a", "b"],
    },
  ],
  ["row(bigint, double)", { name: "row", inner: [leaf("bigint"), leaf("double")], fieldNames: ["", ""] }],
  [
    "row(timestamp(3) with time zone)",
    { name: "row", inner: [leaf("timestamp with time zone", 3)], fieldNames: [""] },
  ],
  [
    'row("q""q" real, größe INTERVAL DAY TO SECOND)',
    { name: "row", inner: [leaf("real"), leaf("interval day to second")], fieldNames: ['q"q', "größe"] },
  ],
  [
    "row(timestamp with time zone)",
    { name: "row", inner: [leaf("timestamp with time zone")], fieldNames: [""] },
  ],
  ["", leaf("")],
  ["array(", { name: "array", inner: [], fieldNames: [] }],
])("%s", (text, expected) => {
  expect(parseServiceType(text)).toEqual(expected);
});

test.each([
  ["int", "integer"],
  ["real", "float"],
  ["boolean", "boolean"],
  ["char(3)", "text"],
  ["timestamp(6)", "text"],
  ["interval day to second", "text"],
  ["varbinary", "value"],
  ["geometry", "value"],
])("%s is kept as %s", (text, kind) => {
  expect(columnKind(parseServiceType(text))).toBe(kind);
});

test.each<[string, string | number, string | undefined]>([
  ["array(decimal(38,2))", 0, "decimal(38,2)"],
  ["array<map<string,int>>", 1, "map<string,int>"],
  ["array(bigint)", "length", undefined],
  ["map(varchar, row(a date))", "x", "row(a date)"],
  ['row(a bigint, "b c" decimal(5,2))', "b c", "decimal(5,2)"],
  ["struct<a:int,b:array<date>>", "b", "array<date>"],
  ["row(bigint, date)", 1, "date"],
  ["row(a bigint)", "b", undefined],
  ["decimal(5,2)", 0, undefined],
])("%s has a member %s of %s", (type, member, wanted) => {
  expect(memberType(type, member)).toBe(wanted);
});
