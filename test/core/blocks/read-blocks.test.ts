import { describe, expect, test } from "@jest/globals";
import { BEGINNING, endOfBlocks, packBlock } from "../../../src/core/blocks/pack-block.ts";
import { readBlocks } from "../../../src/core/blocks/read-blocks.ts";

const zeros = new Uint8Array(800);
const noise = Uint8Array.from({ length: 16 }, (_, at) => (at * 37) % 256);

/** A file of two blocks, the first compressed, with ten rows in all. */
const file = async (): Promise<Buffer> =>
  Buffer.concat([BEGINNING, await packBlock(zeros, 0, 7), await packBlock(noise, 1, 3), endOfBlocks(2, 10)]);

/** The blocks of a file that arrives in pieces of some bytes. */
async function blocksOf(bytes: Buffer, size = 50): Promise<[number, number][]> {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size)
      yield await Promise.resolve(bytes.subarray(at, at + size));
  };
  const blocks: [number, number][] = [];
  for await (const block of readBlocks(pieces())) blocks.push([block.rows, block.bytes.length]);
  return blocks;
}

test("the blocks of a file, in whatever pieces it arrives", async () => {
  expect(await blocksOf(await file())).toEqual([[7, 800], [3, 16]]); // prettier-ignore
  expect(await blocksOf(await file(), 1)).toEqual([[7, 800], [3, 16]]); // prettier-ignore
  expect(await blocksOf(Buffer.alloc(0))).toEqual([]);
});

describe("a file that is damaged is refused", () => {
  const HEAD = BEGINNING.length;
  test.each<[string, (bytes: Buffer) => Buffer, string]>([
    ["cut off", (bytes) => bytes.subarray(0, -1), "it was cut off"],
    ["without its end", (bytes) => bytes.subarray(0, -32), "it was cut off"],
    ["another file", () => Buffer.from("PAR1PAR1"), "does not start with the header of column blocks"],
    [
      "a changed header",
      (bytes) => bytes.fill(9, HEAD + 8, HEAD + 9),
      "the checksum of block 0's header does not match",
    ],
    [
      "a changed block",
      (bytes) => bytes.fill(9, HEAD + 33, HEAD + 34),
      "the checksum of block 0 does not match",
    ],
    ["followed by bytes", (bytes) => Buffer.concat([bytes, Buffer.from([0])]), "bytes follow its end"],
    [
      "without its first block",
      (bytes) => Buffer.concat([BEGINNING, bytes.subarray(-32 - 16 - 32)]),
      "block 1 was found instead of block 0",
    ],
  ])("%s", async (_, change, message) => {
    await expect(blocksOf(change(await file()))).rejects.toThrow(message);
  });

  test("with other rows than its end says", async () => {
    const bytes = Buffer.concat([BEGINNING, await packBlock(noise, 0, 3), endOfBlocks(1, 4)]);
    await expect(blocksOf(bytes)).rejects.toThrow("it has 3 rows, but its footer says 4");
  });
});
