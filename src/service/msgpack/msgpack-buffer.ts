/** Text up to this length is copied in a loop: a native call costs more than the copy. */
const SHORT_TEXT = 24;

/** MessagePack encoder with a growing buffer. */
export class MsgpackBuffer {
  #bytes: Buffer;
  #view: DataView;
  #length = 0;

  constructor(capacity = 1 << 16) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** Returns the encoded bytes and starts over with a new buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length);
    this.#view = new DataView(this.#bytes.buffer);
    this.#length = 0;
    return taken;
  }

  nil(): void {
    this.#byte(0xc0);
  }

  boolean(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  float64(value: number): void {
    this.#reserve(9);
    this.#bytes[this.#length] = 0xcb;
    this.#view.setFloat64(this.#length + 1, value);
    this.#length += 9;
  }

  int32(value: number): void {
    if (value >= 0) this.#unsigned32(value);
    else this.#negative32(value);
  }

  /** A 64-bit integer as its low and high 32 bits. */
  int64(low: number, high: number): void {
    if (high === 0) return this.#unsigned32(low >>> 0);
    if (high === -1 && low < 0) return this.#negative32(low);
    this.#reserve(9);
    this.#bytes[this.#length] = high < 0 ? 0xd3 : 0xcf;
    this.#view.setInt32(this.#length + 1, high);
    this.#view.setInt32(this.#length + 5, low);
    this.#length += 9;
  }

  text(value: string): void {
    const { length } = value;
    // A UTF-16 unit takes at most three bytes in UTF-8.
    this.#reserve(5 + length * 3);
    if (length <= SHORT_TEXT && this.#shortText(value)) return;
    const size = Buffer.byteLength(value, "utf8");
    if (size < 32) this.#bytes[this.#length++] = 0xa0 | size;
    else this.#sized(size, 0xd9, 0xda, 0xdb);
    this.#length += this.#bytes.write(value, this.#length, size, "utf8");
  }

  /** A string from the UTF-8 bytes in `bytes` from `start` to before `end`. */
  utf8(bytes: Uint8Array, start: number, end: number): void {
    const size = end - start;
    this.#reserve(5 + size);
    if (size < 32) this.#bytes[this.#length++] = 0xa0 | size;
    else this.#sized(size, 0xd9, 0xda, 0xdb);
    const target = this.#bytes;
    let to = this.#length;
    if (size <= SHORT_TEXT) while (start < end) target[to++] = bytes[start++] as number;
    else target.set(bytes.subarray(start, end), to);
    this.#length += size;
  }

  /** A value that is encoded already. */
  packed(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  binary(value: Uint8Array): void {
    this.#reserve(5 + value.length);
    this.#sized(value.length, 0xc4, 0xc5, 0xc6);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  arrayHeader(length: number): void {
    this.#reserve(5);
    if (length < 16) this.#bytes[this.#length++] = 0x90 | length;
    else this.#sized(length, null, 0xdc, 0xdd);
  }

  mapHeader(size: number): void {
    this.#reserve(5);
    if (size < 16) this.#bytes[this.#length++] = 0x80 | size;
    else this.#sized(size, null, 0xde, 0xdf);
  }

  /** Null, boolean, number (integer if whole), bigint, string, bytes, arrays, and maps and objects with string keys. */
  value(value: unknown): void {
    if (value === null || value === undefined) return this.nil();
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "boolean":
        return this.boolean(value);
      case "bigint":
        return this.#bigint(value);
      case "number":
        return this.#number(value);
      case "object":
        if (value instanceof Uint8Array) return this.binary(value);
        if (Array.isArray(value)) {
          this.arrayHeader(value.length);
          for (const item of value) this.value(item);
          return;
        }
        return this.#map(value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value));
      default:
        throw new TypeError(`A result can't hold a value of type ${typeof value}.`);
    }
  }

  #map(entries: readonly [string, unknown][]): void {
    this.mapHeader(entries.length);
    for (const [key, item] of entries) {
      this.text(key);
      this.value(item);
    }
  }

  #number(value: number): void {
    if (Object.is(value, -0) || !Number.isSafeInteger(value)) return this.float64(value);
    if (value >= -0x80000000 && value <= 0x7fffffff) return this.int32(value);
    this.int64(value | 0, Math.floor(value / 0x100000000));
  }

  #bigint(value: bigint): void {
    if (value >= -(2n ** 63n) && value < 2n ** 63n)
      return this.int64(Number(BigInt.asIntN(32, value)), Number(value >> 32n));
    if (value > 0n && value < 2n ** 64n) {
      this.#reserve(9);
      this.#bytes[this.#length] = 0xcf;
      this.#view.setBigUint64(this.#length + 1, value);
      this.#length += 9;
      return;
    }
    // MessagePack integers have at most 64 bits.
    this.text(value.toString());
  }

  #shortText(value: string): boolean {
    const bytes = this.#bytes;
    let at = this.#length + 1;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      bytes[at++] = code;
    }
    bytes[this.#length] = 0xa0 | value.length;
    this.#length = at;
    return true;
  }

  #unsigned32(value: number): void {
    this.#reserve(5);
    if (value < 0x80) this.#bytes[this.#length++] = value;
    else this.#sized(value, 0xcc, 0xcd, 0xce);
  }

  #negative32(value: number): void {
    this.#reserve(5);
    const at = this.#length;
    if (value >= -32) {
      this.#bytes[at] = value & 0xff;
      this.#length = at + 1;
    } else if (value >= -0x80) {
      this.#bytes[at] = 0xd0;
      this.#view.setInt8(at + 1, value);
      this.#length = at + 2;
    } else if (value >= -0x8000) {
      this.#bytes[at] = 0xd1;
      this.#view.setInt16(at + 1, value);
      this.#length = at + 3;
    } else {
      this.#bytes[at] = 0xd2;
      this.#view.setInt32(at + 1, value);
      this.#length = at + 5;
    }
  }

  /** Writes a type code and a length in the shortest of three widths; a null code means that there is no 8-bit form. */
  #sized(size: number, code8: number | null, code16: number, code32: number): void {
    const at = this.#length;
    if (code8 !== null && size < 0x100) {
      this.#bytes[at] = code8;
      this.#bytes[at + 1] = size;
      this.#length = at + 2;
    } else if (size < 0x10000) {
      this.#bytes[at] = code16;
      this.#view.setUint16(at + 1, size);
      this.#length = at + 3;
    } else {
      this.#bytes[at] = code32;
      this.#view.setUint32(at + 1, size);
      this.#length = at + 5;
    }
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
