import { expect, test } from "@jest/globals";
import { statementScalar } from "../../../src/core/statement/read-statement.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";

const read = (type: string, value: unknown): unknown => statementScalar(parseServiceType(type))?.(value);

test.each<[string, unknown, unknown]>([
  ["bigint", 5, 5],
  ["bigint", "9007199254740993", 9007199254740993n],
  ["bigint", "-9223372036854775808", -(2n ** 63n)],
  ["integer", "12", 12],
  ["double", 0.5, 0.5],
  ["double", "NaN", NaN],
  ["real", "-Infinity", -Infinity],
  ["double", "1.5E-7", 1.5e-7],
  ["double", "9007199254740993", 2 ** 53],
  ["boolean", false, false],
  ["varbinary", "AP8=", Uint8Array.of(0, 255)],
  ["varbinary", "", new Uint8Array(0)],
])("%s %j is %p", (type, value, result) => {
  expect(read(type, value)).toEqual(result);
});

test.each<[string, unknown, string]>([
  ["bigint", "9223372036854775808", '"9223372036854775808" is not an integer'],
  ["bigint", 1.5, "1.5 is not an integer"],
  ["bigint", "", '"" is not an integer'],
  ["bigint", "0x10", '"0x10" is not an integer'],
  ["double", "1,5", '"1,5" is not a number'],
  ["double", "", '"" is not a number'],
  ["double", true, "true is not a number"],
  ["boolean", "true", '"true" is not true or false'],
  ["varbinary", "AP8", '"AP8" is not base64'],
  ["varbinary", "A===", '"A===" is not base64'],
  ["varbinary", [1], "[1] is not base64"],
  ["boolean", "x".repeat(70), `"${"x".repeat(59)}... is not true or false`],
])("%s %j: %s", (type, value, message) => {
  expect(() => read(type, value)).toThrow(message);
});

test.each(["varchar", "decimal(4,2)", "timestamp", "date", "json"])("%s stays text", (type) => {
  expect(statementScalar(parseServiceType(type))).toBeNull();
});
