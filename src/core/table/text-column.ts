import type { Column } from "./table.ts";

/** Rows of one block: a power of two. */
export const BLOCK_ROWS = 4096;
const BLOCK_SHIFT = 12;
const BLOCK_MASK = BLOCK_ROWS - 1;

/** Up to {@link BLOCK_ROWS} texts as the bytes they came in. */
export interface TextBlock {
  /** UTF-8, one text after the other. */
  bytes: Uint8Array;
  /** Where each text starts in `bytes`, and where the last one ends. Blocks may share their bytes: the first need not start at 0. */
  offsets: Uint32Array;
  /** 1 where the text is null; null: no nulls. */
  nulls: Uint8Array | null;
  /** Whether all bytes are below 128. */
  ascii: boolean;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Text kept as bytes until it is looked at: the first look at a row turns its block into strings and drops the bytes.
 * A column that is never read costs no strings.
 */
export class TextColumn implements Column<string | null> {
  readonly length: number;
  readonly #blocks: (TextBlock | null)[];
  readonly #strings: ((string | null)[] | undefined)[];

  constructor(blocks: readonly TextBlock[], length: number) {
    this.length = length;
    this.#blocks = [...blocks];
    this.#strings = new Array<undefined>(blocks.length).fill(undefined);
  }

  at(row: number): string | null {
    const strings = this.#strings[row >>> BLOCK_SHIFT] ?? this.#read(row >>> BLOCK_SHIFT);
    return strings[row & BLOCK_MASK] as string | null;
  }

  *[Symbol.iterator](): Generator<string | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  toArray(): (string | null)[] {
    return Array.from(this);
  }

  /** The block of `row` as the bytes it came in; null when it has been looked at, and is strings now. */
  rawBlock(row: number): TextBlock | null {
    return this.#blocks[row >>> BLOCK_SHIFT] ?? null;
  }

  #read(index: number): (string | null)[] {
    const block = this.#blocks[index];
    if (!block) return [];
    const strings = textsOf(block, Math.min(BLOCK_ROWS, this.length - index * BLOCK_ROWS));
    this.#strings[index] = strings;
    this.#blocks[index] = null;
    return strings;
  }
}

/**
 * The texts of a block: it is decoded as a whole, then cut. A cut at byte `b` is a cut at the UTF-16 unit that counts
 * the bytes before `b`: one unit a byte that starts a character, two where it starts one outside the base plane.
 */
function textsOf({ bytes, offsets, nulls, ascii: isAscii }: TextBlock, count: number): (string | null)[] {
  const first = offsets[0] as number;
  const used = bytes.subarray(first, offsets[count]);
  const whole = utf8.decode(used);
  const texts = new Array<string | null>(count);
  let start = 0;
  let byte = 0;
  for (let row = 0; row < count; row++) {
    const endByte = (offsets[row + 1] as number) - first;
    let end = endByte;
    if (!isAscii) {
      end = start;
      for (; byte < endByte; byte++) {
        const lead = used[byte] as number;
        if ((lead & 0xc0) !== 0x80) end += lead >= 0xf0 ? 2 : 1;
      }
    }
    texts[row] = nulls !== null && nulls[row] === 1 ? null : whole.substring(start, end);
    start = end;
  }
  return texts;
}
