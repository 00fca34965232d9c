import { describe, expect, test } from "@jest/globals";
import { castType, typedLiteral } from "../../../src/core/sql/typed-literal.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";

describe("a service type as CAST takes it", () => {
  test.each<[string, string | null, string | null]>([
    ["bigint", "bigint", "bigint"],
    ["varchar(3)", "varchar(3)", "varchar(3)"],
    ["varchar", "varchar", "string"],
    ["decimal(10,2)", "decimal(10,2)", "decimal(10,2)"],
    ["real", "real", "float"],
    ["timestamp(3)", "timestamp(3)", "timestamp"],
    ["timestamp(3) with time zone", "timestamp(3) with time zone", null],
    ["array(bigint)", "array(bigint)", null],
    ["map(varchar, double)", "map(varchar, double)", null],
    ['row("a b" bigint)', 'row("a b" bigint)', null],
    ["interval day to second", null, null],
  ])("%s", (type, presto, hive) => {
    const service = parseServiceType(type);
    expect([castType(service, "presto"), castType(service, "hive")]).toEqual([presto, hive]);
  });
});

describe("a value of the type, as a Parquet column holds it", () => {
  test.each<[string, unknown, string]>([
    ["varchar", "it's", "'it''s'"],
    ["bigint", 7, "7"],
    ["decimal(10,2)", -105n, "'-1.05'"],
    ["date", 19_849, "'2024-05-06'"],
    ["timestamp(3)", 1_714_979_289_500_000n, "'2024-05-06 07:08:09.500'"],
    ["json", '{"a":1}', "JSON '{\"a\":1}'"],
    ["array(bigint)", [1, null], "ARRAY[1, NULL]"],
    ["map(varchar, bigint)", [{ key: "a", value: 1 }], "MAP(ARRAY['a'], ARRAY[1])"],
    ["row(a bigint, b varchar)", { a: 1, b: "x" }, "ROW(1, 'x')"],
    ["bigint", null, "NULL"],
  ])("%s %j", (type, stored, literal) => {
    expect(typedLiteral(stored, parseServiceType(type), "presto")).toBe(literal);
  });

  test("what the type would cut is refused", () => {
    expect(() => typedLiteral("abcd", parseServiceType("varchar(3)"), "presto")).toThrow();
    expect(() => typedLiteral(1n, parseServiceType("timestamp(3)"), "presto")).toThrow();
  });
});
