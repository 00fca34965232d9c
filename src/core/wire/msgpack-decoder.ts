/** Thrown when the bytes end inside a value. A single object, as it is thrown for every chunk of a stream. */
export const INCOMPLETE = new Error("the bytes end inside a value");

/** Decodes MessagePack values. Integers are numbers if they are exact, otherwise BigInts. */
export abstract class MsgpackDecoder {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(this.bytes.buffer);
  /** Offsets of the next byte, and after the last one. */
  pos = 0;
  end = 0;
  protected abstract readonly maxDepth: number;

  protected abstract text(start: number, end: number): string;
  protected abstract map(size: number, depth: number): unknown;
  /** @param code - Lead byte of a value that can't be decoded; null: it is nested too deep. */
  protected abstract fault(code: number | null): Error;

  load(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
    this.end = bytes.length;
  }

  /** @throws INCOMPLETE, with `pos` undefined. */
  protected value(depth: number): unknown {
    const code = this.uint8();
    if (code < 0x80) return code;
    if (code >= 0xe0) return code - 0x100;
    if (code < 0x90) return this.#map(code & 0x0f, depth);
    if (code < 0xa0) return this.#array(code & 0x0f, depth);
    if (code < 0xc0) return this.#text(code & 0x1f);
    switch (code) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.#binary(this.uint8());
      case 0xc5:
        return this.#binary(this.uint16());
      case 0xc6:
        return this.#binary(this.uint32());
      case 0xca:
        return this.view.getFloat32(this.take(4));
      case 0xcb:
        return this.view.getFloat64(this.take(8));
      case 0xcc:
        return this.uint8();
      case 0xcd:
        return this.uint16();
      case 0xce:
        return this.uint32();
      case 0xcf:
        return this.exact(this.view.getBigUint64(this.take(8)));
      case 0xd0:
        return this.view.getInt8(this.take(1));
      case 0xd1:
        return this.view.getInt16(this.take(2));
      case 0xd2:
        return this.view.getInt32(this.take(4));
      case 0xd3:
        return this.exact(this.view.getBigInt64(this.take(8)));
      case 0xd9:
        return this.#text(this.uint8());
      case 0xda:
        return this.#text(this.uint16());
      case 0xdb:
        return this.#text(this.uint32());
      case 0xdc:
        return this.#array(this.uint16(), depth);
      case 0xdd:
        return this.#array(this.uint32(), depth);
      case 0xde:
        return this.#map(this.uint16(), depth);
      case 0xdf:
        return this.#map(this.uint32(), depth);
      default:
        throw this.fault(code);
    }
  }

  protected exact(value: bigint): number | bigint {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  /** Advances over `size` bytes. @returns the offset of the first. @throws INCOMPLETE */
  protected take(size: number): number {
    const start = this.pos;
    if (start + size > this.end) throw INCOMPLETE;
    this.pos = start + size;
    return start;
  }

  protected uint8(): number {
    return this.bytes[this.take(1)] as number;
  }

  protected uint16(): number {
    return this.view.getUint16(this.take(2));
  }

  protected uint32(): number {
    return this.view.getUint32(this.take(4));
  }

  /** An element takes at least one byte. A count beyond the available bytes must not allocate memory. */
  protected checkRoom(elements: number): void {
    if (elements > this.end - this.pos) throw INCOMPLETE;
  }

  #array(length: number, depth: number): unknown[] {
    if (depth >= this.maxDepth) throw this.fault(null);
    this.checkRoom(length);
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.value(depth + 1));
    return items;
  }

  #map(size: number, depth: number): unknown {
    if (depth >= this.maxDepth) throw this.fault(null);
    this.checkRoom(2 * size);
    return this.map(size, depth + 1);
  }

  #text(size: number): string {
    const start = this.take(size);
    return this.text(start, start + size);
  }

  #binary(size: number): Uint8Array {
    const start = this.take(size);
    return new Uint8Array(this.bytes.subarray(start, start + size));
  }
}
