import { inflateSync } from "node:zlib";

/** A font from a WOFF file, in TrueType format. */
export interface Font {
  readonly bytes: Uint8Array;
  /** Whether it has a glyph for the character. */
  readonly has: (character: string) => boolean;
}

const HEADER = 12;
const ENTRY = 16;

/** Unpacks a WOFF 1 file: TrueType tables, each compressed separately. */
export function readWoff(woff: Buffer): Font {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEADER + ENTRY * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = head.length;
  let cmap: Buffer = Buffer.alloc(4);
  for (let nth = 0; nth < count; nth += 1) {
    const from = 44 + 20 * nth;
    const [at, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as Triple;
    const stored = woff.subarray(at, at + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    if (woff.toString("latin1", from, from + 4) === "cmap") cmap = table;
    const entry = HEADER + ENTRY * nth;
    woff.copy(head, entry, from, from + 4);
    woff.copy(head, entry + 4, from + 16, from + 20);
    head.writeUInt32BE(end, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    // Tables are aligned to 4 bytes.
    tables.push(table, Buffer.alloc(-length & 3));
    end += length + (-length & 3);
  }
  const ranges = characterRanges(cmap);
  return {
    bytes: Buffer.concat([head, ...tables]),
    has: (character) => {
      const code = character.codePointAt(0) as number;
      return ranges.some(([first, last]) => first <= code && code <= last);
    },
  };
}

type Triple = [number, number, number];

/** Characters of the BMP in a font's `cmap` table (its format 4 subtable). */
function characterRanges(cmap: Buffer): [first: number, last: number][] {
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, nth) => cmap.readUInt32BE(8 + 8 * nth));
  const table = tables.find((at) => cmap.readUInt16BE(at) === 4);
  if (table === undefined) return [];
  const bytes = cmap.readUInt16BE(table + 6);
  return Array.from({ length: bytes / 2 }, (_, nth) => {
    const last = table + 14 + 2 * nth;
    return [cmap.readUInt16BE(last + 2 + bytes), cmap.readUInt16BE(last)];
  });
}
