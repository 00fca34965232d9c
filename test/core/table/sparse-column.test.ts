import { describe, expect, test } from "@jest/globals";
import { desc } from "arquero";
import { SparseColumn } from "../../../src/core/table/sparse-column.ts";
import { Table } from "../../../src/core/table/table.ts";
import { Random } from "../helpers/random.ts";

const dense = [null, null, 1.5, null, -2, null, null, 0, null];
const sparse = (): SparseColumn => new SparseColumn(9, Uint32Array.of(2, 4, 7), Float64Array.of(1.5, -2, 0));

describe("a sparse column reads as the full one", () => {
  test("from end to end", () => {
    expect([...sparse()]).toEqual(dense);
    expect(sparse().toArray()).toEqual(dense);
    expect(sparse()).toHaveLength(9);
  });

  test.each<[string, readonly number[]]>([
    ["in turn", [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["backwards", [8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ["here and there, some twice", [4, 4, 0, 7, 2, 8, 8, 2, 0]],
  ])("row by row, %s", (_order, rows) => {
    const column = sparse();
    expect(rows.map((row) => column.at(row))).toEqual(rows.map((row) => dense[row]));
  });

  test("at random", () => {
    const random = new Random(5);
    const values = Array.from({ length: 1000 }, (_, i) => (random.next() < 0.1 ? i / 2 : null));
    const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
    const column = new SparseColumn(
      1000,
      Uint32Array.from(rows),
      Float64Array.from(rows, (row) => row / 2),
    );
    for (let i = 0; i < 5000; i++) {
      const row = random.below(1000);
      expect(column.at(row)).toBe(values[row]);
    }
  });

  test("without any number", () => {
    const column = new SparseColumn(2, new Uint32Array(0), new Float64Array(0));
    expect([column.at(1), column.at(0), ...column]).toEqual([null, null, null, null]);
  });

  test("through the verbs of a table", () => {
    const table = Table.of([Int32Array.from(dense, (_, i) => i), sparse()], ["id", "n"]);
    expect(table.filter((d: { n: number }) => d.n !== null).objects()).toEqual([
      { id: 2, n: 1.5 },
      { id: 4, n: -2 },
      { id: 7, n: 0 },
    ]);
    expect(table.orderby(desc("n")).slice(0, 3).array("n")).toEqual([1.5, 0, -2]);
  });
});
