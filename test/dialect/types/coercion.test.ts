import { describe, expect, test } from "@jest/globals";
import { coercionCost, commonType, comparisonType } from "../../../src/dialect/types/coercion.ts";
import type { Type } from "../../../src/dialect/types/type.ts";
import { typeName } from "../../../src/dialect/types/type-text.ts";
import {
  arrayOf,
  BIGINT,
  DATE,
  decimal,
  DOUBLE,
  INTEGER,
  simple,
  UNKNOWN,
  VARCHAR,
} from "../../../src/dialect/types/type.ts";

const named = (type: Type | null): string | null => type && typeName(type, "presto");
const text = (length: number): Type => ({ kind: "varchar", length });
const zoned = (zone: string): Type => ({ kind: "timestamptz", precision: 3, zone });

describe("commonType", () => {
  test.each<[Type, Type, string | null]>([
    [INTEGER, BIGINT, "bigint"],
    [INTEGER, decimal(2, 1), "decimal(11,1)"],
    [BIGINT, DOUBLE, "double"],
    [simple("real"), INTEGER, "real"],
    [text(3), text(5), "varchar(5)"],
    [text(3), VARCHAR, "varchar"],
    [DATE, { kind: "timestamp", precision: 3 }, "timestamp(3)"],
    [UNKNOWN, DATE, "date"],
    [arrayOf(INTEGER), arrayOf(DOUBLE), "array(double)"],
    [INTEGER, VARCHAR, null],
    [DATE, VARCHAR, null],
  ])("Presto: %j and %j", (a, b, wanted) => expect(named(commonType(a, b, "presto"))).toBe(wanted));

  test("Hive accepts text with any type", () => {
    expect(commonType(INTEGER, VARCHAR, "hive")).toEqual(VARCHAR);
  });
});

test("the common type of two zones keeps a zone per value; a comparison uses UTC instants", () => {
  expect(commonType(zoned("UTC"), zoned("Asia/Tokyo"), "presto")).toEqual(zoned("?"));
  expect(comparisonType(zoned("Asia/Tokyo"), zoned("?"), "presto")).toEqual(zoned("UTC"));
});

test("a wider conversion costs more, and narrowing is impossible", () => {
  expect(coercionCost(INTEGER, BIGINT, "presto")).toBeLessThan(coercionCost(INTEGER, DOUBLE, "presto")!);
  expect(coercionCost(BIGINT, INTEGER, "presto")).toBeNull();
});
