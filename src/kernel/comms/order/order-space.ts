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
    return (this.#rows = atLeast(this.#rows, length)).subarray(0, length);
  }

  spare(length: number): Uint32Array {
    return (this.#spare = atLeast(this.#spare, length)).subarray(0, length);
  }

  /** A digit for each row. */
  digits(length: number): Uint16Array {
    return (this.#digits = atLeast(this.#digits, length)).subarray(0, length);
  }

  /** A hash for each row. */
  hashes(length: number): Uint32Array {
    return (this.#hashes = atLeast(this.#hashes, length)).subarray(0, length);
  }

  /** A byte for each row, all 1. */
  marks(length: number): Uint8Array {
    return (this.#marks = atLeast(this.#marks, length)).subarray(0, length).fill(1);
  }
}

const atLeast = <T extends Uint8Array | Uint16Array | Uint32Array>(buffer: T, length: number): T =>
  buffer.length >= length ? buffer : new (buffer.constructor as new (length: number) => T)(length);
