import { MergeSpace } from "./merge-sort.ts";

/** Maximum keys held at a time: 40 MB. */
const MAX_KEYS = 5_000_000;

/**
 * Buffers shared by successive sorts, because a dropped buffer stays in memory until some later garbage collection. A sort's rows are valid
 * until the next sort begins.
 */
export class OrderSpace {
  readonly merge = new MergeSpace();
  readonly #maxKeys: number;
  #rows = new Uint32Array(0);
  readonly #marks: Uint8Array<ArrayBuffer>[] = [];
  #keys = new Float64Array(0);

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  rows(length: number): Uint32Array {
    if (this.#rows.length < length) this.#rows = new Uint32Array(length);
    return this.#rows.subarray(0, length);
  }

  /** A byte for each row, all 0. */
  marks(name: "filtered" | "starts" | "run", length: number): Uint8Array {
    const at = ["filtered", "starts", "run"].indexOf(name);
    const marks = this.#marks[at];
    if (marks !== undefined && marks.length >= length) return marks.subarray(0, length).fill(0);
    return (this.#marks[at] = new Uint8Array(length));
  }

  /** A buffer for the keys of this many rows, limited to the space's maximum. */
  keys(rows: number): Float64Array<ArrayBuffer> {
    const length = 2 * Math.ceil(Math.min(rows, this.#maxKeys) / 2);
    if (this.#keys.length < length) this.#keys = new Float64Array(length);
    return this.#keys;
  }
}
