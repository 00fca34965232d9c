import type { Column } from "./column.ts";

/** Rows per block; a power of two. */
export const BLOCK_ROWS = 4096;
const BLOCK_SHIFT = 12;
const BLOCK_MASK = BLOCK_ROWS - 1;

/** Up to {@link BLOCK_ROWS} texts, as the bytes received. */
export interface TextBlock {
  /** Concatenated UTF-8. */
  bytes: Uint8Array;
  /** Start of each text in `bytes`, and the end of the last. Blocks may share bytes, so the first may be above 0. */
  offsets: Uint32Array;
  /** 1 where the text is null; null: no nulls. */
  nulls: Uint8Array | null;
  /** Whether all bytes are below 128. */
  ascii: boolean;
}

/** Up to {@link BLOCK_ROWS} texts as dictionary codes. */
export interface CodedBlock {
  readonly codes: Uint8Array | Uint16Array;
  /** May be shared by several blocks. */
  readonly dictionary: TextDictionary;
}

/**
 * Texts kept as bytes until read: the first read of a row decodes its block to strings and drops the bytes; for dictionary blocks
 * only the distinct texts become strings, shared by all rows. A column that is never read creates no strings.
 */
export class TextColumn implements Column<string | null> {
  readonly length: number;
  readonly #blocks: (TextBlock | CodedBlock | null)[];
  readonly #strings: (readonly (string | null)[] | undefined)[];
  /** For each dictionary block, its rows' indexes into the dictionary's strings. */
  readonly #codes: (Uint8Array | Uint16Array | undefined)[];

  constructor(blocks: readonly (TextBlock | CodedBlock)[], length: number) {
    this.length = length;
    this.#blocks = [...blocks];
    this.#strings = new Array<undefined>(blocks.length).fill(undefined);
    this.#codes = blocks.map((block) => ("codes" in block ? block.codes : undefined));
  }

  at(row: number): string | null {
    if (row < 0) return undefined as never;
    const index = row >>> BLOCK_SHIFT;
    const strings = this.#strings[index] ?? this.#read(index);
    const codes = this.#codes[index];
    return strings[codes === undefined ? row & BLOCK_MASK : (codes[row & BLOCK_MASK] as number)] as
      string | null;
  }

  *[Symbol.iterator](): Generator<string | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  /** The block of `row` as received, bytes or codes; null once it was decoded to strings. */
  rawBlock(row: number): TextBlock | CodedBlock | null {
    return this.#blocks[row >>> BLOCK_SHIFT] ?? null;
  }

  #read(index: number): readonly (string | null)[] {
    const block = this.#blocks[index];
    if (!block) return [];
    if ("codes" in block) return (this.#strings[index] = block.dictionary.strings);
    const strings = decodeTexts(block, Math.min(BLOCK_ROWS, this.length - index * BLOCK_ROWS));
    this.#strings[index] = strings;
    this.#blocks[index] = null;
    return strings;
  }
}

/** Distinct texts that rows refer to by code: 0 is null, 1 the first text. */
export class TextDictionary {
  /** Concatenated UTF-8. */
  readonly bytes: Uint8Array;
  /** Text n spans `offsets[n - 1]` to `offsets[n]`. */
  readonly offsets: Uint32Array;
  readonly #ascii: boolean;
  #strings: readonly (string | null)[] | undefined;

  constructor(bytes: Uint8Array, offsets: Uint32Array, ascii: boolean) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.#ascii = ascii;
  }

  /** Strings by code, decoded at the first access and shared by all rows. */
  get strings(): readonly (string | null)[] {
    const { bytes, offsets } = this;
    this.#strings ??= [
      null,
      ...decodeTexts({ bytes, offsets, nulls: null, ascii: this.#ascii }, offsets.length - 1),
    ];
    return this.#strings;
  }
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes a block's texts: the block as a whole, then cut into texts. Byte offsets are mapped to UTF-16 offsets by
 * counting lead bytes: two units for a 4-byte character, else one.
 */
function decodeTexts({ bytes, offsets, nulls, ascii: isAscii }: TextBlock, count: number): (string | null)[] {
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
