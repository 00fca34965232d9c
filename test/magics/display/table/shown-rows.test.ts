import { expect, test } from "@jest/globals";
import { isGrouped } from "../../../../src/magics/display/table/shown-rows.ts";

test.each<[string, unknown[], boolean]>([
  ["amount", [12345, 1], true],
  ["flights", [12345n, null], true],
  ["売上", [12345], true],
  ["price", ["12345.60"], true],
  ["amount", [9999, 1], false],
  ["year", [2024], false],
  ["order_id", [12345], false],
  ["customerId", [12345], false],
  ["zip code", [12345], false],
  ["unix time", [1715000000], false],
  ["社員番号", [12345], false],
  ["period", [20240131, 20240229], false],
  ["period", [202401, 202412], false],
  ["amount", [20240131, 20249999], true],
])("%s %p: %p", (name, values, grouped) => {
  expect(isGrouped(name, values)).toBe(grouped);
});
