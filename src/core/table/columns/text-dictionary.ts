import { decodeTexts } from "./decode-texts.ts";

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
