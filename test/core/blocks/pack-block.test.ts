import { inflateRawSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { endOfBlocks, packBlock } from "../../../src/core/blocks/pack-block.ts";

const head = (bytes: Buffer) => ({
  number: bytes.readUInt32LE(0),
  packing: bytes.readUInt32LE(4),
  rows: bytes.readDoubleLE(8),
  sizes: [bytes.readUInt32LE(16), bytes.readUInt32LE(20)],
});

test("a block that shrinks is compressed", async () => {
  const block = new Uint8Array(1000).fill(7);
  const packed = await packBlock(block, 3, 125);
  expect(head(packed)).toEqual({ number: 3, packing: 1, rows: 125, sizes: [1000, packed.length - 32] });
  expect(new Uint8Array(inflateRawSync(packed.subarray(32)))).toEqual(block);
});

test("a block that does not, or shall not, stays as it is", async () => {
  const noise = Uint8Array.from({ length: 16 }, (_, at) => (at * 37) % 256);
  expect(head(await packBlock(noise, 0, 2))).toEqual({ number: 0, packing: 0, rows: 2, sizes: [16, 16] });
  expect(head(await packBlock(new Uint8Array(1000), 0, 125, false)).packing).toBe(0);
});

test("the end says how many blocks and rows there are", () => {
  expect(head(endOfBlocks(4, 2 ** 40))).toEqual({ number: 4, packing: 2, rows: 2 ** 40, sizes: [0, 0] });
});
