import { expect, test } from "@jest/globals";
import { time_index } from "../../../src/magics/result/time-index.ts";
import { tableOf } from "../../core/table/table-of.ts";

test("time_index uses the column time, but keeps an existing index", () => {
  const table = tableOf({ a: [1], time: [2] });
  expect(time_index(table).index).toEqual(["time"]);
  expect(time_index(table.set_index("a")).index).toEqual(["a"]);
  const without = tableOf({ a: [1] });
  expect(time_index(without)).toBe(without);
});
