import { deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { unpack } from "../../../../src/core/http/body/unpack.ts";

/** The text of a body that arrives in pieces of some bytes, and whether a checksum was verified. */
async function unpacked(bytes: Uint8Array, size = 3): Promise<[string, boolean]> {
  const facts = { checked: false };
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size)
      yield await Promise.resolve(bytes.subarray(at, at + size));
  };
  const texts: Buffer[] = [];
  for await (const piece of unpack(pieces(), facts)) texts.push(Buffer.from(piece));
  return [Buffer.concat(texts).toString(), facts.checked];
}

test.each<[string, Uint8Array, [string, boolean]]>([
  ["plain text", Buffer.from('{"a":1}'), ['{"a":1}', false]],
  ["text that begins as zlib might", Buffer.from("80 jobs"), ["80 jobs", false]],
  ["one byte", Buffer.from([0x1f]), ["\x1f", false]],
  ["nothing", Buffer.alloc(0), ["", false]],
  ["gzip", gzipSync("rows"), ["rows", true]],
  ["gzip in two members", Buffer.concat([gzipSync("ro"), gzipSync("ws")]), ["rows", true]],
  ["gzip in gzip", gzipSync(gzipSync("rows")), ["rows", true]],
  ["deflate", deflateSync("rows"), ["rows", true]],
])("%s", async (_, bytes, text) => expect(await unpacked(bytes)).toEqual(text));

test("a fourth layer is left packed", async () => {
  const thrice = gzipSync(gzipSync(gzipSync(gzipSync("rows"))));
  expect((await unpacked(thrice, 1000))[0].charCodeAt(0)).toBe(0x1f);
});

test.each<[string, Uint8Array, string]>([
  ["cut off", gzipSync("rows").subarray(0, -4), "the reply can't be decompressed after"],
  ["damaged", gzipSync("rows".repeat(99)).fill(7, 14, 16), "the reply can't be decompressed after"],
  [
    "followed by other bytes",
    Buffer.concat([gzipSync("rows"), Buffer.alloc(4)]),
    "the reply has 4 extra bytes after its end",
  ],
])("a reply that is %s is refused", async (_, bytes, message) => {
  await expect(unpacked(bytes, 1000)).rejects.toThrow(message);
});
