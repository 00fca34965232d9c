import { encode } from "@msgpack/msgpack";
import { expect, test } from "@jest/globals";
import { ValueReader } from "../../../../src/core/decode/rows/value-reader.ts";
import { INCOMPLETE } from "../../../../src/core/wire/msgpack-decoder.ts";
import { collectWarnings } from "../../helpers/collect-warnings.ts";

const warnings = collectWarnings();

function reader(bytes: Iterable<number>): ValueReader {
  const own = new ValueReader();
  own.load(Uint8Array.from(bytes));
  return own;
}

test.each<[unknown, boolean]>([
  [null, false],
  [-1, false],
  [-33, false],
  [1.5, false],
  ["日本 😀", false],
  [Uint8Array.of(0, 255), false],
  [[1, [], ["a", null]], false],
  [{ a: { b: [true] }, "": 0 }, false],
  [2n ** 53n, true],
  [[1, -(2n ** 63n)], true],
  [2n ** 64n - 1n, true],
])("%p comes out as it went in", (value, sawBig) => {
  const bytes = encode(value, { useBigInt64: true });
  const own = reader(bytes);
  expect(own.read()).toEqual(value);
  expect([own.pos, own.sawBig]).toEqual([bytes.length, sawBig]);
  for (let cut = 0; cut < bytes.length; cut++)
    expect(() => reader(bytes.subarray(0, cut)).read()).toThrow(INCOMPLETE);
});

test("integers that a number holds are numbers, however long they are written", () => {
  const own = reader([0xcf, 0, 0, 0, 0, 0, 0, 0, 7]);
  expect([own.read(), own.sawBig]).toEqual([7, false]);
  expect(reader([0xd3, 255, 255, 255, 255, 255, 255, 255, 255]).read()).toBe(-1);
});

test.each<[string, readonly number[], string]>([
  ["a byte that begins nothing", [0xc1], "byte 0xc1 does not begin a value that results may hold"],
  ["an extension", [0xd4, 1, 1], "byte 0xd4 does not begin a value"],
  ["lists in lists", Array.from({ length: 501 }, () => 0x91), "a value is nested more than 500 deep"],
  ["two keys of one text", [0x82, 0x01, 0xc0, 0xa1, 0x31, 0xc0], 'a map has two keys that are "1" as text'],
])("%s: %3$s", (_, bytes, message) => {
  expect(() => reader(bytes).read()).toThrow(message);
});

test("a count beyond the bytes takes no memory", () => {
  expect(() => reader([0xdd, 255, 255, 255, 255, 0]).read()).toThrow(INCOMPLETE);
  expect(() => reader([0xdf, 255, 255, 255, 255, 0]).read()).toThrow(INCOMPLETE);
});

test("text that is not UTF-8 is shown as U+FFFD, with one warning", () => {
  const own = reader([0x92, 0xa1, 0xff, 0x81, 0xa1, 0xfe, 0xc0]);
  expect(own.read()).toEqual(["\ufffd", { "\ufffd": null }]);
  expect(warnings.map(({ code }) => code)).toEqual(["result-text"]);
});
