import { expect, test } from "@jest/globals";
import { nestedConverter } from "../../../src/core/decode/nested-values.ts";
import { statementScalar } from "../../../src/core/statement/read-statement.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";

const bytes = Uint8Array.of(1, 2);

test.each<[string, unknown, unknown]>([
  ["array(bigint)", ["9007199254740993", 1, null], [9007199254740993n, 1, null]],
  ["array(array(double))", [["NaN", 1], null], [[NaN, 1], null]],
  ["map(varchar, varbinary)", { a: "AQI=", b: null }, { a: bytes, b: null }],
  ["row(a varchar, b varbinary)", ["AQI=", "AQI="], { a: "AQI=", b: bytes }],
  ["row(a varchar, b varbinary)", { b: "AQI=", a: "AQI=" }, { b: bytes, a: "AQI=" }],
  ["row(varchar, varbinary)", ["AQI=", "AQI="], ["AQI=", bytes]],
  ["row(a varchar, a varbinary)", ["AQI=", "AQI="], ["AQI=", bytes]],
  ["row(a varchar, b varbinary)", ["AQI=", "AQI=", 3], ["AQI=", bytes, 3]],
  ['row("__proto__" varbinary)', ["AQI="], Object.fromEntries([["__proto__", bytes]])],
  ["array(varbinary)", "AQI=", "AQI="],
  ["row(a varbinary)", bytes, bytes],
])("%s: %j", (type, value, expected) => {
  expect(nestedConverter(parseServiceType(type), statementScalar)?.(value)).toStrictEqual(expected);
});

test("nothing to convert", () => {
  expect(nestedConverter(parseServiceType("map(varchar, array(varchar))"), statementScalar)).toBeNull();
});
