import { aligned, CHUNK, CHUNK_HEAD_BYTES, FORM, KIND } from "./block-format.ts";

/** A type of arrays. */
export interface PartType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset: number, count: number): T;
}

/** What a column's header says. */
export interface ColumnHead {
  readonly kind: keyof typeof KIND;
  readonly form: keyof typeof FORM;
  readonly hasNulls?: boolean;
  readonly bytes?: number;
  readonly lengthBytes?: number;
  readonly entries?: number;
}

/** The bytes of a block under construction; zeroed, as readers also get the padding between parts. */
export class BlockWriter {
  #buffer: ArrayBuffer;
  #at = 0;

  constructor(capacity = 1 << 16) {
    this.#buffer = new ArrayBuffer(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#at;
  }

  /** The next part, to be filled before another one is begun. */
  part<T>(Type: PartType<T>, count: number): T {
    const at = this.#at;
    this.#reserve(aligned(count * Type.BYTES_PER_ELEMENT));
    return new Type(this.#buffer, at, count);
  }

  /** Writes a column's parts and then its header before them. @param write - Writes the parts and returns what the header says. */
  column(write: () => ColumnHead): void {
    const at = this.#at;
    this.#reserve(CHUNK_HEAD_BYTES);
    const { kind, form, hasNulls = false, bytes = 0, lengthBytes = 0, entries = 0 } = write();
    const head = new DataView(this.#buffer, at, CHUNK_HEAD_BYTES);
    head.setUint8(CHUNK.kind, KIND[kind]);
    head.setUint8(CHUNK.form, FORM[form]);
    head.setUint8(CHUNK.nulls, hasNulls ? 1 : 0);
    head.setUint8(CHUNK.lengthBytes, lengthBytes);
    head.setUint32(CHUNK.bytes, bytes, true);
    head.setUint32(CHUNK.entries, entries, true);
    head.setUint32(CHUNK.length, this.#at - at, true);
  }

  /** Returns the bytes and starts over with a new buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#buffer, 0, this.#at);
    this.#buffer = new ArrayBuffer(this.#buffer.byteLength);
    this.#at = 0;
    return bytes;
  }

  #reserve(bytes: number): void {
    const end = this.#at + bytes;
    if (end > this.#buffer.byteLength) {
      const grown = new ArrayBuffer(Math.max(end, 2 * this.#buffer.byteLength));
      new Uint8Array(grown).set(new Uint8Array(this.#buffer, 0, this.#at));
      this.#buffer = grown;
    }
    this.#at = end;
  }
}
