/** Up to this length a loop copies faster than a call. */
const SHORT = 40;

/** Encodes MessagePack values in a growing buffer. */
export class MsgpackWriter {
  bytes: Buffer<ArrayBuffer>;
  view: DataView;
  pos = 0;

  constructor(capacity = 1 << 16) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Ensures capacity for `size` more bytes; may replace `bytes` and `view`. */
  room(size: number): void {
    if (this.pos + size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.pos + size));
    this.bytes.copy(grown, 0, 0, this.pos);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  /** Returns the encoded bytes and starts over with a new buffer. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.bytes.subarray(0, this.pos);
    this.bytes = Buffer.allocUnsafeSlow(this.bytes.length);
    this.view = new DataView(this.bytes.buffer);
    this.pos = 0;
    return bytes;
  }

  nil(): void {
    this.room(1);
    this.bytes[this.pos++] = 0xc0;
  }

  boolean(value: boolean): void {
    this.room(1);
    this.bytes[this.pos++] = value ? 0xc3 : 0xc2;
  }

  float64(value: number): void {
    this.room(9);
    this.bytes[this.pos] = 0xcb;
    this.view.setFloat64(this.pos + 1, value);
    this.pos += 9;
  }

  int32(value: number): void {
    if (value >= 0) this.#unsigned32(value);
    else this.#negative32(value);
  }

  /** A 64-bit integer as its low and high 32 bits. */
  int64(low: number, high: number): void {
    if (high === 0) return this.#unsigned32(low >>> 0);
    if (high === -1 && low < 0) return this.#negative32(low);
    this.room(9);
    this.bytes[this.pos] = high < 0 ? 0xd3 : 0xcf;
    this.view.setInt32(this.pos + 1, high);
    this.view.setInt32(this.pos + 5, low);
    this.pos += 9;
  }

  /** A safe integer, or a bigint; one beyond 64 bits as text, as MessagePack has no such integers. */
  integer(value: number | bigint): void {
    if (typeof value === "number") {
      if (value >= -0x80000000 && value <= 0x7fffffff) return this.int32(value);
      return this.int64(value | 0, Math.floor(value / 0x100000000));
    }
    if (BigInt.asIntN(64, value) === value)
      return this.int64(Number(BigInt.asIntN(32, value)), Number(value >> 32n));
    if (BigInt.asUintN(64, value) !== value) return this.text(value.toString());
    this.room(9);
    this.bytes[this.pos] = 0xcf;
    this.view.setBigUint64(this.pos + 1, value);
    this.pos += 9;
  }

  text(value: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    this.room(5 + 3 * value.length);
    // Most texts are ASCII, with as many bytes as units.
    const start = this.pos + textHeadBytes(value.length);
    const size = this.writeUtf8(value, start);
    const moved = this.pos + textHeadBytes(size);
    if (start !== moved) this.bytes.copyWithin(moved, start, start + size);
    this.#textHead(size);
    this.pos += size;
  }

  /** A string from the UTF-8 bytes in `bytes` from `start` to before `end`. */
  utf8(bytes: Uint8Array, start: number, end: number): void {
    this.room(5 + end - start);
    this.#textHead(end - start);
    this.packed(bytes, start, end);
  }

  /** Bytes that are encoded already. */
  packed(from: Uint8Array, start = 0, end = from.length): void {
    const size = end - start;
    this.room(size);
    const { bytes } = this;
    let to = this.pos;
    if (size <= SHORT) while (start < end) bytes[to++] = from[start++] as number;
    else bytes.set(from.subarray(start, end), to);
    this.pos += size;
  }

  /** Writes a text as UTF-8 at an offset, for which capacity is ensured. @returns its number of bytes */
  writeUtf8(value: string, at: number): number {
    const { bytes } = this;
    let length = 0;
    if (value.length <= SHORT)
      for (let unit; length < value.length && (unit = value.charCodeAt(length)) < 0x80; length++)
        bytes[at + length] = unit;
    return length < value.length ? bytes.write(value, at, "utf8") : length;
  }

  binary(value: Uint8Array): void {
    this.room(5);
    this.#sized(value.length, 0xc4, 0xc5, 0xc6);
    this.packed(value);
  }

  arrayHeader(length: number): void {
    this.room(5);
    if (length < 16) this.bytes[this.pos++] = 0x90 | length;
    else this.#sized(length, null, 0xdc, 0xdd);
  }

  mapHeader(size: number): void {
    this.room(5);
    if (size < 16) this.bytes[this.pos++] = 0x80 | size;
    else this.#sized(size, null, 0xde, 0xdf);
  }

  /** Null, boolean, number (integer if whole), bigint, string, date (as text), bytes, lists, and maps and objects with string keys. */
  value(value: unknown): void {
    if (value === null || value === undefined) return this.nil();
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "boolean":
        return this.boolean(value);
      case "bigint":
        return this.integer(value);
      case "number":
        return Object.is(value, -0) || !Number.isSafeInteger(value)
          ? this.float64(value)
          : this.integer(value);
      case "object":
        if (value instanceof Uint8Array) return this.binary(value);
        if (value instanceof Date) return this.value(value.toJSON());
        if (Array.isArray(value)) {
          this.arrayHeader(value.length);
          for (const item of value) this.value(item);
          return;
        }
        return this.#map(value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value));
      default:
        throw new TypeError(`MessagePack can't hold a value of type ${typeof value}.`);
    }
  }

  #map(entries: readonly [string, unknown][]): void {
    this.mapHeader(entries.length);
    for (const [key, item] of entries) {
      this.text(key);
      this.value(item);
    }
  }

  #textHead(size: number): void {
    if (size < 32) this.bytes[this.pos++] = 0xa0 | size;
    else this.#sized(size, 0xd9, 0xda, 0xdb);
  }

  #unsigned32(value: number): void {
    this.room(5);
    if (value < 0x80) this.bytes[this.pos++] = value;
    else this.#sized(value, 0xcc, 0xcd, 0xce);
  }

  #negative32(value: number): void {
    this.room(5);
    if (value >= -32) {
      this.bytes[this.pos++] = value & 0xff;
    } else if (value >= -0x80) {
      this.bytes[this.pos] = 0xd0;
      this.view.setInt8(this.pos + 1, value);
      this.pos += 2;
    } else if (value >= -0x8000) {
      this.bytes[this.pos] = 0xd1;
      this.view.setInt16(this.pos + 1, value);
      this.pos += 3;
    } else {
      this.bytes[this.pos] = 0xd2;
      this.view.setInt32(this.pos + 1, value);
      this.pos += 5;
    }
  }

  /** Writes a type code and a length in the shortest of three widths; a null code means that there is no 8-bit form. */
  #sized(size: number, code8: number | null, code16: number, code32: number): void {
    const at = this.pos;
    if (code8 !== null && size < 0x100) {
      this.bytes[at] = code8;
      this.bytes[at + 1] = size;
      this.pos = at + 2;
    } else if (size < 0x10000) {
      this.bytes[at] = code16;
      this.view.setUint16(at + 1, size);
      this.pos = at + 3;
    } else {
      this.bytes[at] = code32;
      this.view.setUint32(at + 1, size);
      this.pos = at + 5;
    }
  }
}

const textHeadBytes = (size: number): number => (size < 32 ? 1 : size < 0x100 ? 2 : size < 0x10000 ? 3 : 5);
