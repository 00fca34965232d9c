import { larger } from "../wire/larger.ts";

/** Finds a column's distinct texts by their bytes, without creating strings. */
export class DistinctTexts {
  /** Hash table: text index plus one in each slot; 0: free. */
  #slots = new Uint32Array(1024);
  #hashes = new Int32Array(512);
  /** Start of each text in `#bytes`, and the end of the last. */
  #offsets = new Uint32Array(513);
  #size = 0;
  #bytes = new Uint8Array(1 << 13);
  #view = new DataView(this.#bytes.buffer);
  #source = new Uint8Array(0);
  #sourceView = new DataView(this.#source.buffer);
  #last = -1;
  #steps = 0;

  get size(): number {
    return this.#size;
  }

  /** Total probes past other texts' slots; many times the number of texts if inputs were crafted to collide. */
  get steps(): number {
    return this.#steps;
  }

  /** The texts, concatenated: number i spans `offsets[i]` to `offsets[i + 1]`. Views, which the next text may invalidate. */
  get list(): { readonly bytes: Uint8Array; readonly offsets: Uint32Array } {
    const offsets = this.#offsets.subarray(0, this.#size + 1);
    return { bytes: this.#bytes.subarray(0, offsets[this.#size]), offsets };
  }

  /** Sets the bytes that {@link numberOf} reads. */
  lookInto(bytes: Uint8Array): void {
    this.#source = bytes as Uint8Array<ArrayBuffer>;
    this.#sourceView = new DataView(bytes.buffer, bytes.byteOffset, bytes.length) as DataView<ArrayBuffer>;
  }

  /** Index of the text from `start` to before `end`, in order of first occurrence. */
  numberOf(start: number, end: number): number {
    // Adjacent rows often have the same text.
    if (this.#last >= 0 && this.#is(this.#last, start, end)) return this.#last;
    return (this.#last = this.#find(start, end));
  }

  #find(start: number, end: number): number {
    const hash = this.#hash(start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (this.#hashes[number] === hash && this.#is(number, start, end)) return number;
      this.#steps += 1;
    }
    this.#slots[slot] = this.#size + 1;
    return this.#add(start, end, hash);
  }

  #hash(start: number, end: number): number {
    const [source, view] = [this.#source, this.#sourceView];
    let hash = end - start;
    let i = start;
    for (; i + 4 <= end; i += 4) {
      hash = Math.imul(hash ^ view.getInt32(i, true), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    for (; i < end; i++) hash = Math.imul(hash ^ (source[i] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
    return hash ^ (hash >>> 13);
  }

  #is(number: number, start: number, end: number): boolean {
    let at = this.#offsets[number] as number;
    if ((this.#offsets[number + 1] as number) - at !== end - start) return false;
    const [source, bytes] = [this.#source, this.#bytes];
    let i = start;
    for (; i + 4 <= end; i += 4, at += 4) {
      if (this.#sourceView.getInt32(i, true) !== this.#view.getInt32(at, true)) return false;
    }
    for (; i < end; i++) if (source[i] !== bytes[at++]) return false;
    return true;
  }

  #add(start: number, end: number, hash: number): number {
    const number = this.#size++;
    if (number === this.#hashes.length) {
      this.#hashes = larger(this.#hashes, 2 * number);
      this.#offsets = larger(this.#offsets, 2 * number + 1);
    }
    const at = this.#offsets[number] as number;
    const after = at + end - start;
    if (after > this.#bytes.length) {
      this.#bytes = larger(this.#bytes, Math.max(after, 2 * this.#bytes.length));
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#bytes.set(this.#source.subarray(start, end), at);
    this.#offsets[number + 1] = after;
    this.#hashes[number] = hash;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    this.#slots = new Uint32Array(4 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = (this.#hashes[number] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}
