import { expect, test } from "@jest/globals";
import { parseParams, priorityNumber, type QueryParams } from "../../../src/core/query/query-params.ts";

test.each([
  [-2, -2],
  [2, 2],
  ["1", 1],
  ["VERY LOW", -2],
  ["very-low", -2],
  ["Very_High", 2],
  ["norm", 0],
  ["NORMAL", 0],
  ["high", 1],
])("priority %j is %i", (priority, expected) => {
  expect(priorityNumber(priority)).toBe(expected);
});

test.each([3, -3, 1.5, "urgent", "", NaN])("priority %p is refused", (priority) => {
  expect(() => parseParams({ priority })).toThrow(
    "params.priority must be one of -2 to 2, VERY LOW, LOW, NORMAL, HIGH, VERY HIGH, not",
  );
});

test("params are read and not modified", () => {
  const callback = (): void => {};
  const params = Object.freeze({
    db: "other",
    result_url: "mysql://x",
    priority: "HIGH",
    retry_limit: 3,
    wait_interval: 2,
    wait_callback: callback,
    engine_version: "stable",
  });
  expect(parseParams(params)).toEqual({
    database: "other",
    issue: { engine_version: "stable", result: "mysql://x", priority: 1, retry_limit: 3 },
    wait: { wait_interval: 2, wait_callback: callback },
  });
  expect(parseParams(null)).toMatchObject({ database: null, wait: {} });
});

test.each<[object, string]>([
  [{ type: "hive" }, "params.type is not allowed: the query type comes from the engine"],
  [
    { pool_name: "x" },
    "params has no option pool_name; it has db, result_url, priority, retry_limit, wait_interval, wait_callback, engine_version",
  ],
  [{ retry_limit: -1 }, "params.retry_limit must be an integer of 0 or more, not -1"],
  [{ retry_limit: "2" }, 'params.retry_limit must be an integer of 0 or more, not "2"'],
  [{ wait_interval: -1 }, "params.wait_interval must be a number of seconds, not -1"],
  [{ wait_callback: 1 }, "params.wait_callback must be a function, not 1"],
  [{ db: 3 }, "params.db must be text, not 3"],
  [{ db: true }, "params.db must be text, not true"],
  [[], "params takes its options as one object, such as { db: ... }"],
])("%j is refused", (params, message) => {
  expect(() => parseParams(params as QueryParams)).toThrow(message);
});
