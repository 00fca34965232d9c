import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const PALETTE = 3;
const MAX_COLOURS = 256;

/** RGBA pixels, four bytes each, with premultiplied alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A palette PNG with one byte per pixel, a third of the size of RGBA. Null for more than 256 colors. */
export function encodePng({ width, height, pixels }: Pixels): Buffer | null {
  const words = new Uint32Array(pixels.slice().buffer);
  const colours = new Map<number, number>();
  // Each line begins with a filter type byte: none.
  const lines = new Uint8Array((width + 1) * height);
  let word = -1;
  let colour = 0;
  for (let line = 0, at = 0; line < height; line += 1) {
    for (let column = 1; column <= width; column += 1, at += 1) {
      if (words[at] !== word) {
        word = words[at] as number;
        colour = colours.get(word) ?? colours.size;
        if (colour === MAX_COLOURS) return null;
        colours.set(word, colour);
      }
      lines[line * (width + 1) + column] = colour;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PALETTE], 8);
  const entries = Buffer.from(Uint32Array.from(colours.keys()).buffer);
  const opacities = entries.filter((_, at) => at % 4 === 3);
  const palette = entries
    .map((value, at) => Math.round((value * 255) / ((opacities[at >> 2] ?? 0) || 255)))
    .filter((_, at) => at % 4 !== 3);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("tRNS", opacities),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
