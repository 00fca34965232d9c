/**
 * Buffers that one sort after the other uses: a dropped buffer stays in memory until some later garbage collection. The rows that a sort gives
 * are valid until the next one begins.
 */
export class OrderSpace {
  #rows = new Uint32Array(0);
  #keys = new Uint32Array(0);
  readonly #marks = { filtered: new Uint8Array(0), starts: new Uint8Array(0) };

  rows(length: number): Uint32Array {
    if (this.#rows.length < length) this.#rows = new Uint32Array(length);
    return this.#rows.subarray(0, length);
  }

  /** A sort key for each row of the table. */
  keys(length: number): Uint32Array {
    if (this.#keys.length < length) this.#keys = new Uint32Array(length);
    return this.#keys.subarray(0, length);
  }

  /** A byte for each row, all 0. */
  marks(name: "filtered" | "starts", length: number): Uint8Array {
    if (this.#marks[name].length < length) this.#marks[name] = new Uint8Array(length);
    return this.#marks[name].subarray(0, length).fill(0);
  }
}
