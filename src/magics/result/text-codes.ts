import { BLOCK_ROWS, type TextColumn } from "../../core/table/text-column.ts";
import type { Coded } from "./coded.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The distinct texts of a column, found by their bytes: no string is made but for each distinct one. */
export function codeTexts(column: TextColumn): Coded {
  const texts = new TextSet();
  const codes = new Uint32Array(column.length);
  let nullCode = -1;
  const codeOfNull = (): number => (nullCode < 0 ? (nullCode = texts.addNull()) : nullCode);
  for (let first = 0; first < column.length; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, column.length);
    const block = column.rawBlock(first);
    for (let row = first; row < end; row++) {
      if (block === null) {
        const text = column.at(row);
        const bytes = text === null ? null : Buffer.from(text);
        codes[row] = bytes === null ? codeOfNull() : texts.code(bytes, 0, bytes.length);
      } else {
        const at = row - first;
        const { bytes, offsets, nulls } = block;
        codes[row] =
          nulls !== null && nulls[at] === 1
            ? codeOfNull()
            : texts.code(bytes, offsets[at] as number, offsets[at + 1] as number);
      }
    }
  }
  return { codes, values: texts.values() };
}

/** A hash table from texts, as bytes, to their number in the order in which they came. */
class TextSet {
  /** Number of the text in each slot, plus one; 0: free. */
  #slots = new Uint32Array(1024);
  #bytes = new Uint8Array(1 << 14);
  /** Where each text begins in `#bytes`; one more entry says where the last one ends. */
  readonly #starts: number[] = [0];
  readonly #hashes: number[] = [];
  #null = -1;

  addNull(): number {
    this.#null = this.#hashes.length;
    return this.#add(this.#bytes, 0, 0, 0);
  }

  /** The number of the text that was asked for last: rows that follow each other often have the same. */
  #last = -1;

  code(bytes: Uint8Array, start: number, end: number): number {
    if (this.#last >= 0 && this.#is(this.#last, bytes, start, end)) return this.#last;
    return (this.#last = this.#find(bytes, start, end));
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (this.#hashes[number] === hash && this.#is(number, bytes, start, end)) return number;
    }
    this.#slots[slot] = this.#hashes.length + 1;
    return this.#add(bytes, start, end, hash);
  }

  values(): (string | null)[] {
    return this.#hashes.map((_, number) =>
      number === this.#null
        ? null
        : utf8.decode(this.#bytes.subarray(this.#starts[number], this.#starts[number + 1])),
    );
  }

  #is(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#starts[number] as number;
    if ((this.#starts[number + 1] as number) - at !== end - start) return false;
    for (let i = start; i < end; i++) if (bytes[i] !== this.#bytes[at++]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const at = this.#starts.at(-1) as number;
    const after = at + end - start;
    if (after > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(after, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(start, end), at);
    this.#starts.push(after);
    const number = this.#hashes.push(hash) - 1;
    if (2 * this.#hashes.length > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    this.#slots = new Uint32Array(4 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (const [number, hash] of this.#hashes.entries()) {
      if (number === this.#null) continue;
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}
