import { expect, test } from "@jest/globals";
import { literalOffsets } from "../../../src/cli/checked-sql/source-text.ts";

test.each([
  ["abc", "abc", [0, 1, 2, 3]],
  ["", "", [0]],
  [String.raw`a\nb`, "a\nb", [0, 1, 3, 4]],
  [String.raw`\'x\\`, "'x\\", [0, 2, 3, 5]],
  [String.raw`\x41\u0042\u{43}\u{1F600}z`, "ABC😀z", [0, 4, 10, 16, 16, 25, 26]],
  ["a\\\nb", "ab", [0, 3, 4]],
  ["a\\\r\nb", "ab", [0, 4, 5]],
  ["a\r\nb", "a\nb", [0, 1, 3, 4]],
  [String.raw`\q\0`, "q\0", [0, 2, 4]],
  ["😀é", "😀é", [0, 1, 2, 3]],
])("%j is %j", (source, value, offsets) => {
  expect(literalOffsets(source)).toEqual(offsets);
  expect(offsets).toHaveLength(value.length + 1);
});
