import { Encoder } from "@msgpack/msgpack";
import type { UploadColumn } from "./upload-column.ts";

/** Up to this length a loop copies faster than a call. */
const SHORT = 64;

/** Most bytes that a number takes. */
const NUMBER_BYTES = 9;

interface EncodedColumn extends UploadColumn {
  /** The column's name as MessagePack text. */
  readonly key: Uint8Array;
}

/** Writes rows as MessagePack maps from column name to value, one after the other. */
export class RowEncoder {
  readonly #columns: readonly EncodedColumn[];
  readonly #other = new Encoder({ useBigInt64: true });
  #bytes = new Uint8Array(1 << 16);
  /** The same bytes, twice. */
  #view = new DataView(this.#bytes.buffer);
  #buffer = Buffer.from(this.#bytes.buffer);
  #pos = 0;

  constructor(columns: readonly UploadColumn[]) {
    const names = new Encoder();
    this.#columns = columns.map((column) => ({ ...column, key: names.encode(column.name) }));
  }

  /** Rows `from` (included) to `to` (excluded). The bytes are the caller's. */
  encode(from: number, to: number): Uint8Array {
    this.#pos = 0;
    const columns = this.#columns;
    for (let row = from; row < to; row++) {
      this.#mapHead(columns.length);
      for (const { key, kind, values } of columns) {
        this.#raw(key);
        this.#value(kind, values.at(row));
      }
    }
    return this.#bytes.slice(0, this.#pos);
  }

  #room(count: number): void {
    if (this.#pos + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#pos + count, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    this.#buffer = Buffer.from(larger.buffer);
  }

  #raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    if (bytes.length > SHORT) {
      this.#bytes.set(bytes, this.#pos);
      this.#pos += bytes.length;
      return;
    }
    for (let i = 0; i < bytes.length; i++) this.#bytes[this.#pos++] = bytes[i] as number;
  }

  #byte(value: number): void {
    this.#bytes[this.#pos++] = value;
  }

  #mapHead(count: number): void {
    this.#room(5);
    if (count < 16) this.#byte(0x80 | count);
    else {
      this.#byte(0xdf);
      this.#view.setUint32(this.#pos, count);
      this.#pos += 4;
    }
  }

  #value(kind: UploadColumn["kind"], value: unknown): void {
    this.#room(NUMBER_BYTES);
    if (value === null) this.#byte(0xc0);
    else if (kind === "long") this.#integer(value as number | bigint);
    else if (kind === "double") this.#double(value as number);
    else if (kind === "boolean") this.#byte(value ? 0xc3 : 0xc2);
    else if (kind === "string") this.#text(value as string);
    else this.#raw(this.#other.encodeSharedRef(value));
  }

  #double(value: number): void {
    this.#byte(0xcb);
    this.#view.setFloat64(this.#pos, value);
    this.#pos += 8;
  }

  #integer(value: number | bigint): void {
    const small = typeof value === "bigint" ? Number(value) : value;
    if (small >= 0 && small < 0x80) this.#byte(small);
    else if (small < 0 && small >= -32) this.#byte(small + 0x100);
    else if (small >= -0x8000_0000 && small <= 0x7fff_ffff) {
      this.#byte(0xd2);
      this.#view.setInt32(this.#pos, small);
      this.#pos += 4;
    } else {
      this.#byte(0xd3);
      this.#view.setBigInt64(this.#pos, BigInt(value));
      this.#pos += 8;
    }
  }

  #text(value: string): void {
    if (value.length > SHORT || !this.#shortAscii(value)) this.#utf8(value);
  }

  /** Most texts are short and ASCII. @returns false, with nothing written, for one that is not. */
  #shortAscii(value: string): boolean {
    const { length } = value;
    this.#room(length + 2);
    const bytes = this.#bytes;
    let at = this.#pos + (length < 32 ? 1 : 2);
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit >= 0x80) return false;
      bytes[at++] = unit;
    }
    if (length < 32) this.#byte(0xa0 | length);
    else {
      this.#byte(0xd9);
      this.#byte(length);
    }
    this.#pos = at;
    return true;
  }

  #utf8(value: string): void {
    // A UTF-16 unit takes three bytes at most. The length goes in front once it is known.
    const most = value.length * 3;
    this.#room(5 + most);
    const head = most < 32 ? 1 : most < 0x100 ? 2 : 5;
    const length = this.#buffer.write(value, this.#pos + head, "utf8");
    if (head === 1) this.#byte(0xa0 | length);
    else if (head === 2) {
      this.#byte(0xd9);
      this.#byte(length);
    } else {
      this.#byte(0xdb);
      this.#view.setUint32(this.#pos, length);
      this.#pos += 4;
    }
    this.#pos += length;
  }
}
