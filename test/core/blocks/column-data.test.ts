import { expect, test } from "@jest/globals";
import {
  byteCount,
  cutData,
  rowCountOf,
  sizeOf,
  type ColumnData,
} from "../../../src/core/blocks/column-data.ts";

const utf8: ColumnData = {
  kind: "utf8",
  bytes: Buffer.from("abcde"),
  offsets: Uint32Array.of(0, 2, 2, 5),
  nulls: Uint8Array.of(0, 1, 0),
};
const coded: ColumnData = {
  kind: "coded",
  entries: { bytes: Buffer.from("xyz"), offsets: Uint32Array.of(0, 3) },
  codes: Uint8Array.of(1, 0, 1, 1),
};
const float: ColumnData = { kind: "float", values: Float64Array.of(1, 2, 3), nulls: null };
const text: ColumnData = { kind: "text", values: ["é", null] };

test("each form has its rows", () => {
  expect([utf8, coded, float, text].map(rowCountOf)).toEqual([3, 4, 3, 2]);
});

test("a cut has the rows from one to before another, over the same bytes", () => {
  expect(cutData(utf8, 1, 3)).toEqual({
    ...utf8,
    offsets: Uint32Array.of(2, 2, 5),
    nulls: Uint8Array.of(1, 0),
  });
  expect(cutData(coded, 2, 4)).toEqual({ ...coded, codes: Uint8Array.of(1, 1) });
  expect(cutData(float, 0, 1)).toEqual({ ...float, values: Float64Array.of(1) });
  expect(cutData(text, 1, 2)).toEqual({ kind: "text", values: [null] });
});

test("the bytes of a cut are those of its rows", () => {
  expect(byteCount(cutData(utf8, 1, 3) as typeof utf8 & { kind: "utf8" })).toBe(3);
});

test("sizes are what the forms hold in memory", () => {
  expect([utf8, coded, float, text].map(sizeOf)).toEqual([5 + 16, 3 + 4, 24, 5]);
  expect(sizeOf({ kind: "other", values: [[1, "ab"], null] })).toBe(8 + 1 + 8 + 1 + 4 + 8);
});
