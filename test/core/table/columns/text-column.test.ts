import { expect, test } from "@jest/globals";
import {
  BLOCK_ROWS,
  TextColumn,
  TextDictionary,
  type CodedBlock,
  type TextBlock,
} from "../../../../src/core/table/columns/text-column.ts";

const dictionary = new TextDictionary(Buffer.from("aé😀"), Uint32Array.of(0, 1, 7, 7), false);
const texts = [null, "a", "é😀", ""];

const coded: CodedBlock = {
  codes: Uint8Array.from({ length: BLOCK_ROWS }, (_, i) => i % 4),
  dictionary,
};
const plain: TextBlock = {
  bytes: Buffer.from("xyz"),
  offsets: Uint32Array.of(0, 1, 1, 3),
  nulls: Uint8Array.of(0, 1, 0),
  ascii: true,
};

test("dictionary blocks and byte blocks in one column", () => {
  const column = new TextColumn([coded, coded, plain], 2 * BLOCK_ROWS + 3);
  const expected = Array.from({ length: 2 * BLOCK_ROWS }, (_, i) => texts[i % 4]).concat(["x", null, "yz"]);
  expect([...column]).toEqual(expected);
  expect(expected.map((_, row) => column.at(row))).toEqual(expected);
});

test("reading a byte block turns it into strings; a dictionary block stays", () => {
  const column = new TextColumn([coded, plain], BLOCK_ROWS + 3);
  expect([column.rawBlock(0), column.rawBlock(BLOCK_ROWS)]).toEqual([coded, plain]);
  expect([column.at(2), column.at(BLOCK_ROWS + 2)]).toEqual(["é😀", "yz"]);
  expect([column.rawBlock(0), column.rawBlock(BLOCK_ROWS)]).toEqual([coded, null]);
});
