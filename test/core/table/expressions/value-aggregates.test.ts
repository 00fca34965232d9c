import { describe, expect, test } from "@jest/globals";
import { AGGREGATES, orderKey } from "../../../../src/core/table/expressions/value-aggregates.ts";

interface Aggregate {
  readonly init: (state: object) => void;
  readonly add: (state: object, value: unknown) => void;
  readonly rem: (state: object, value: unknown) => void;
  readonly value: (state: object) => unknown;
}

/** The values of an aggregate over a window of `width` rows that moves down a column. */
function moved(aggregate: object, values: readonly unknown[], width: number): unknown[] {
  const { init, add, rem, value } = aggregate as Aggregate;
  const state = {};
  init(state);
  return values.map((one, row) => {
    add(state, one);
    if (row >= width) rem(state, values[row - width]);
    return value(state);
  });
}

describe("the largest and the smallest", () => {
  test("of numbers, while the window moves past them", () => {
    expect(moved(AGGREGATES.max.create(), [3, 9, 1, 2, 5], 2)).toEqual([3, 9, 9, 2, 5]);
    expect(moved(AGGREGATES.min.create(), [3, 9, 1, 2, 5], 2)).toEqual([3, 3, 1, 1, 2]);
  });

  test("of decimals that are texts go by their numbers, those of texts by their letters", () => {
    const amounts = ["9.5", "10.0", "-20.0"];
    expect(moved(AGGREGATES.max.create("decimal(38,1)"), amounts, 3).at(-1)).toBe("10.0");
    expect(moved(AGGREGATES.min.create("decimal(38,1)"), amounts, 3).at(-1)).toBe("-20.0");
    expect(moved(AGGREGATES.max.create("varchar"), amounts, 3).at(-1)).toBe("9.5");
  });
});

test("distinct values are counted by value, and leave with their last row", () => {
  const values = [[1, 2], [1, 2], new Date(0), new Date(0), "1", 1];
  expect(moved(AGGREGATES.distinct.create(), values, 2)).toEqual([1, 1, 2, 1, 2, 2]);
});

test("without a type a value sorts by itself", () => {
  expect(orderKey("", "10")).toBe("10");
  expect(orderKey("varchar", "10")).toBe("10");
  expect(orderKey("interval day to second", "1 00:00:00.000")).not.toBe("1 00:00:00.000");
});
