import { table } from "arquero";
import { expect, test } from "@jest/globals";
import { localColumns } from "../../../src/core/local/local-columns.ts";

test("columns of a table and of rows have the types that SQL sees", () => {
  const at = new Date("2024-01-02");
  expect(
    localColumns(table({ n: Int32Array.of(1, 2), x: [1.5, null], s: ["a", "b"], at: [at, at] })),
  ).toEqual([
    { name: "n", type: "bigint" },
    { name: "x", type: "double" },
    { name: "s", type: "varchar" },
    { name: "at", type: "timestamp(3)" },
  ]);
  expect(localColumns([{ code: "HNL", place: { lat: 21.5 } }])).toEqual([
    { name: "code", type: "varchar" },
    { name: "place", type: 'row("lat" double)' },
  ]);
});

test("columns of very many values that can hold anything have no type, very long lists no columns", () => {
  const many = 50_001;
  expect(localColumns(table({ x: new Float64Array(many), s: new Array<string>(many).fill("a") }))).toEqual([
    { name: "x", type: "double" },
    { name: "s", type: null },
  ]);
  expect(localColumns(new Array(many).fill({ a: 1 }))).toBeNull();
});

test.each([[5], ["a"], [null], [undefined], [{}], [[]], [[1]], [new Map()], [new Date()], [() => 1]])(
  "%p is no table",
  (value) => {
    expect(localColumns(value)).toBeNull();
  },
);
