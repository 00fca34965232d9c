/**
 * Buffers shared by successive sorts, because a dropped buffer stays in memory until some later garbage collection. A sort's rows are
 * valid until the next sort begins.
 */
export class OrderSpace {
  #rows = new Uint32Array(0);
  #spare = new Uint32Array(0);
  #digits = new Uint16Array(0);
  #hashes = new Uint32Array(0);
  #marks = new Uint8Array(0);

  rows(length: number): Uint32Array {
    if (this.#rows.length < length) this.#rows = new Uint32Array(length);
    return this.#rows.subarray(0, length);
  }

  spare(length: number): Uint32Array {
    if (this.#spare.length < length) this.#spare = new Uint32Array(length);
    return this.#spare.subarray(0, length);
  }

  /** A digit for each row. */
  digits(length: number): Uint16Array {
    if (this.#digits.length < length) this.#digits = new Uint16Array(length);
    return this.#digits.subarray(0, length);
  }

  /** A hash for each row. */
  hashes(length: number): Uint32Array {
    if (this.#hashes.length < length) this.#hashes = new Uint32Array(length);
    return this.#hashes.subarray(0, length);
  }

  /** A byte for each row, all 1. */
  marks(length: number): Uint8Array {
    if (this.#marks.length < length) this.#marks = new Uint8Array(length);
    return this.#marks.subarray(0, length).fill(1);
  }
}
