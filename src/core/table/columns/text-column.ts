import { decodeTexts } from "./decode-texts.ts";
import type { Column } from "../table.ts";
import type { TextDictionary } from "./text-dictionary.ts";

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

/** Up to {@link BLOCK_ROWS} texts as the numbers that they have in a dictionary. */
export interface CodedBlock {
  readonly codes: Uint8Array | Uint16Array;
  /** Several blocks may share it. */
  readonly dictionary: TextDictionary;
}

/**
 * Text kept as bytes until it is read: the first read of a row turns its block into strings and drops the bytes; of a coded block,
 * only the distinct texts become strings, and rows share them. A column that is never read costs no strings.
 */
export class TextColumn implements Column<string | null> {
  readonly length: number;
  readonly #blocks: (TextBlock | CodedBlock | null)[];
  readonly #strings: (readonly (string | null)[] | undefined)[];
  /** For each block whose strings are those of a dictionary, where among them the rows have theirs. */
  readonly #codes: (Uint8Array | Uint16Array | undefined)[];

  constructor(blocks: readonly (TextBlock | CodedBlock)[], length: number) {
    this.length = length;
    this.#blocks = [...blocks];
    this.#strings = new Array<undefined>(blocks.length).fill(undefined);
    this.#codes = blocks.map((block) => ("codes" in block ? block.codes : undefined));
  }

  at(row: number): string | null {
    const index = row >>> BLOCK_SHIFT;
    const strings = this.#strings[index] ?? this.#read(index);
    const codes = this.#codes[index];
    return strings[codes === undefined ? row & BLOCK_MASK : (codes[row & BLOCK_MASK] as number)] as
      string | null;
  }

  *[Symbol.iterator](): Generator<string | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  toArray(): (string | null)[] {
    return Array.from(this);
  }

  /** The block of `row` as the bytes or codes it came in; null when it has been read, and is strings now. */
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
