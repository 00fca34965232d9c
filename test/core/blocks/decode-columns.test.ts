import { describe, expect, test } from "@jest/globals";
import type { ColumnData } from "../../../src/core/blocks/column-data.ts";
import { ColumnReader } from "../../../src/core/blocks/decode-columns.ts";
import { encodeBlock } from "../../../src/core/blocks/encode-column.ts";

const ids: ColumnData = { kind: "integer", values: Int8Array.of(1, -2, 0), nulls: Uint8Array.of(0, 0, 1) };
const flags: ColumnData = { kind: "boolean", codes: Uint8Array.of(0, 2, 1) };
const names: ColumnData = {
  kind: "utf8",
  bytes: Buffer.from("aé"),
  offsets: Uint32Array.of(0, 1, 1, 3),
  nulls: Uint8Array.of(0, 1, 0),
};
const block = (): Uint8Array<ArrayBuffer> => encodeBlock([{ rowCount: 3, columns: [ids, flags, names] }]);

test("the columns of a block are read in order", () => {
  const reader = new ColumnReader(block(), 3);
  expect(reader.next()).toEqual(ids);
  expect(reader.next()).toEqual(flags);
  expect(reader.next()).toEqual({ ...names, bytes: new Uint8Array(Buffer.from("aé")) });
  reader.end();
  expect(new ColumnReader(block(), 3).rest()).toHaveLength(3);
});

describe("a damaged block is refused", () => {
  /** The error of reading a block of which one byte is another. */
  const readChanged = (at: number, value: number) => () => {
    const bytes = block();
    bytes[at] = value;
    new ColumnReader(bytes, 3).rest();
  };

  test.each<[string, number, number, string]>([
    ["a form that is none", 1, 77, "a block of the result is damaged: the form 77"],
    ["a length that is no multiple of eight", 12, 33, "a column has the wrong length of 33 bytes"],
    ["more numbers than the column has bytes for", 1, 4, "3 values of 8 bytes overrun their column"],
    ["texts longer than their bytes", 32 + 24 + 24, 5, "texts of 7 bytes are stored in 3"],
  ])("%s", (_, at, value, message) => expect(readChanged(at, value)).toThrow(message));

  test("with fewer or more columns than the schema", () => {
    const reader = new ColumnReader(block(), 3);
    expect(() => reader.end()).toThrow("more columns than the schema");
    reader.rest();
    expect(() => reader.next()).toThrow("a column is missing");
  });
});

test("a code that no entry has, and an entry that no code has, are refused", () => {
  const dictionary = { bytes: Buffer.from("ab"), offsets: Uint32Array.of(0, 1, 2) };
  const texts = {
    kind: "coded",
    entries: dictionary,
    codes: Uint8Array.from({ length: 4096 }, (_, row) => row % 3),
  } as const;
  const bytes = encodeBlock([{ rowCount: 4096, columns: [texts] }]);
  expect(new ColumnReader(bytes, 4096).next()).toMatchObject({ kind: "coded", codes: texts.codes });
  const codes = bytes.subarray(-4096);
  codes[0] = 3;
  expect(() => new ColumnReader(bytes, 4096).next()).toThrow("code 3 in a dictionary of 2 entries");
  codes.fill(1);
  expect(() => new ColumnReader(bytes, 4096).next()).toThrow("entry 2 of a dictionary of 2 is unused");
});
