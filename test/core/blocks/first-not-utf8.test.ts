import { expect, test } from "@jest/globals";
import { firstNotUtf8 } from "../../../src/core/blocks/first-not-utf8.ts";

/** Texts of bytes, one after the other. */
function list(...texts: readonly (readonly number[])[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const ends = texts.map((_, i) => texts.slice(0, i + 1).flat().length);
  return { bytes: Uint8Array.from(texts.flat()), offsets: Uint32Array.of(0, ...ends) };
}

const E_ACUTE = [0xc3, 0xa9];

test.each<[string, readonly (readonly number[])[], number]>([
  ["no text", [], -1],
  ["empty texts", [[], []], -1],
  ["letters of one byte and of two", [[0x61], E_ACUTE, [...E_ACUTE, 0x62]], -1],
  ["a byte that begins nothing, in the first text", [[0xff], [0x61]], 0],
  ["a byte that begins nothing", [[0x61], [0xff], [0xff]], 1],
  ["a letter cut off at the end", [[0x61], [0xc3]], 1],
  ["a letter whose halves are in two texts", [[0x61], [0xc3], [0xa9]], 1],
])("%s", (_, texts, index) => {
  expect(firstNotUtf8(list(...texts), texts.length)).toBe(index);
});

test("bytes of other texts around it do not count", () => {
  const { bytes, offsets } = list([0xa9], [0x61], [0xa9]);
  expect(firstNotUtf8({ bytes, offsets: offsets.subarray(1, 3) }, 1)).toBe(-1);
});
