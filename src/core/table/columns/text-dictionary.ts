import { decodeTexts } from "./decode-texts.ts";

/** The distinct texts of some rows, which have them as numbers: 0 is null, 1 the first text. */
export class TextDictionary {
  /** UTF-8, one text after the other. */
  readonly bytes: Uint8Array;
  /** Text number n is from `offsets[n - 1]` to before `offsets[n]`. */
  readonly offsets: Uint32Array;
  readonly #ascii: boolean;
  #strings: readonly (string | null)[] | undefined;

  constructor(bytes: Uint8Array, offsets: Uint32Array, ascii: boolean) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.#ascii = ascii;
  }

  /** Text number n at place n: made at the first look, once for all rows. */
  get strings(): readonly (string | null)[] {
    const { bytes, offsets } = this;
    this.#strings ??= [
      null,
      ...decodeTexts({ bytes, offsets, nulls: null, ascii: this.#ascii }, offsets.length - 1),
    ];
    return this.#strings;
  }
}
