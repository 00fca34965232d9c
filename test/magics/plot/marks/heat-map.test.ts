import { expect, test } from "@jest/globals";
import { tableOf } from "../../../core/table/table-of.ts";
import { notes, specOf } from "../spec-of.ts";

test("a heat map keeps the largest of many names", () => {
  const pairs = Array.from({ length: 100 }, (_, at) => ({
    x: `k${Math.floor(at / 2)}`,
    y: `g${at % 2}`,
    n: at,
  }));
  const spec = specOf(
    tableOf({ k: pairs.map(({ x }) => x), g: pairs.map(({ y }) => y), n: pairs.map(({ n }) => n) }),
  );
  expect(spec.encoding["x"]?.sort).toEqual(Array.from({ length: 40 }, (_, at) => `k${at + 10}`));
  expect(notes(spec)).toEqual(["40 of 50 values of k: the largest"]);
});
