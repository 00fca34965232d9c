import { expect, test } from "@jest/globals";
import { parseByteRange } from "../../../src/service/http/send-file.ts";

test.each([
  [null, null],
  ["bytes=0-9", { first: 0, last: 9 }],
  ["Bytes=0-9", { first: 0, last: 9 }],
  ["bytes=90-", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
  ["bytes=50-1000", { first: 50, last: 99 }],
  ["bytes=9-5", null],
  ["bytes=0-1,5-6", null],
  ["rows=0-1", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
])("%s of 100", (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});

test.each(["bytes=100-", "bytes=100-200", "bytes=-0"])("%s of 100 is out of range", (header) => {
  expect(() => parseByteRange(header, 100)).toThrow("The range is outside the 100 bytes of the file.");
});
