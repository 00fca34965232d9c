import { expect, test } from "@jest/globals";
import { columnBuilders, type AnyBuilder } from "../../../../src/core/decode/builders/column-builder.ts";
import { MORE, OTHER, readInto } from "../../../../src/core/decode/rows/read-values.ts";
import { TextBuilder } from "../../../../src/core/decode/builders/text-builder.ts";
import { ValueReader } from "../../../../src/core/decode/rows/value-reader.ts";

/** Reads bytes into row 0 of a column: the offset behind the value, and the row; or why it was not read. */
function readFirst(type: string, bytes: readonly number[]): unknown {
  const builder = columnBuilders([{ name: "c", type }], 1).builders[0] as AnyBuilder;
  if (builder instanceof TextBuilder) builder.openBlock(0);
  const reader = new ValueReader();
  reader.load(Uint8Array.from(bytes));
  const next = readInto(builder, reader, 0, 0);
  return next < 0 ? next : [next, builder.finish(1).at(0)];
}

test.each<[string, readonly number[], unknown]>([
  ["bigint", [0x05, 0x06], [1, 5]],
  ["bigint", [0xc0], [1, null]],
  ["double", [0xa3, 0x4e, 0x61, 0x4e], [4, NaN]],
  ["boolean", [0xc3], [1, true]],
  ["varchar", [0xa2, 0x68, 0x69, 0xa1], [3, "hi"]],
  ["varchar", [0xd9, 2, 0x68, 0x69], [4, "hi"]],
  ["varchar", [0xc0], [1, null]],
  ["array(bigint)", [0x92, 1, 0xc0], [3, [1, null]]],
])("a value of type %s from %j", (type, bytes, read) => {
  expect(readFirst(type, bytes)).toEqual(read);
});

test.each<[string, readonly number[], number]>([
  ["bigint", [0xcd, 1], MORE],
  ["varchar", [0xd9], MORE],
  ["varchar", [0xa2, 0x68], MORE],
  ["array(bigint)", [0x92, 1], MORE],
  ["bigint", [0xa1, 0x61], OTHER],
  ["double", [0xc3], OTHER],
  ["boolean", [0x01], OTHER],
  ["varchar", [0x01], OTHER],
])("a column of type %s does not read %j", (type, bytes, code) => {
  expect(readFirst(type, bytes)).toBe(code);
});
