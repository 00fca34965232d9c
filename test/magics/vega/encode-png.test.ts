import { inflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { encodePng } from "../../../src/magics/vega/encode-png.ts";

/** Contents of a PNG file's chunks, by type. */
function chunks(png: Buffer): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.toString("latin1", at + 4, at + 8);
    found[type] = [...(type === "IDAT" ? inflateSync(data) : data)];
  }
  return found;
}

const RED = [255, 0, 0, 255];
const NOTHING = [0, 0, 0, 0];
/** Half-transparent grey, premultiplied. */
const FAINT_GREY = [64, 64, 64, 128];

describe("encodePng", () => {
  test("a palette, and one byte per pixel", () => {
    const pixels = Uint8Array.from([...RED, ...NOTHING, ...NOTHING, ...FAINT_GREY]);
    const png = encodePng({ width: 2, height: 2, pixels });
    expect(chunks(png ?? Buffer.alloc(0))).toEqual({
      IHDR: [0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0],
      PLTE: [255, 0, 0, 0, 0, 0, 128, 128, 128],
      tRNS: [255, 0, 128],
      IDAT: [0, 0, 1, 0, 1, 2],
      IEND: [],
    });
  });

  test("null for more than 256 colours", () => {
    const shades = (count: number): Uint8Array =>
      Uint8Array.from({ length: 4 * count }, (_, at) =>
        at % 4 === 0 ? at / 4 : at % 4 === 1 ? at >> 10 : 255,
      );
    expect(encodePng({ width: 256, height: 1, pixels: shades(256) })).not.toBeNull();
    expect(encodePng({ width: 257, height: 1, pixels: shades(257) })).toBeNull();
  });
});
