import { expect, test } from "@jest/globals";
import { parseTypeName, type TypeName } from "../../../src/service/engine/type-name.ts";

const show = ({ name, inner, fields }: TypeName): string =>
  inner.length === 0
    ? name
    : `${name}<${inner.map((type, i) => `${fields[i] ?? ""}:${show(type)}`).join(",")}>`;

test.each<[type: string, shown: string]>([
  ["bigint", "bigint"],
  ["varchar(25)", "varchar"],
  ["decimal(38, 0)", "decimal"],
  ["timestamp(3) with time zone", "timestamp with time zone"],
  ["INTERVAL DAY TO SECOND", "interval day to second"],
  ["array(row(a bigint, b array(varchar(3))))", "array<:row<a:bigint,b:array<:varchar>>>"],
  ["map(varchar, decimal(10,2))", "map<:varchar,:decimal>"],
  ['row("b, (c)" bigint, "q""q" varchar)', 'row<b, (c):bigint,q"q:varchar>'],
  ["row(bigint, timestamp(3) with time zone)", "row<:bigint,:timestamp with time zone>"],
  ["row(timestamp with time zone)", "row<:timestamp with time zone>"],
])("%s", (type, shown) => {
  expect(show(parseTypeName(type))).toBe(shown);
});

test("a type that holds no others keeps its parameters", () => {
  expect(parseTypeName("decimal(38, 0)").parameters).toEqual([38, 0]);
  expect(parseTypeName("timestamp(3) with time zone").parameters).toEqual([3]);
  expect(parseTypeName("varchar").parameters).toEqual([]);
});
