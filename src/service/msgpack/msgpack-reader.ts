/** What {@link MsgpackReader.next} gives when the bytes so far end within a value. */
export const INCOMPLETE: unique symbol = Symbol("incomplete");

/** Deepest nesting of arrays and maps that is read. */
const MAX_DEPTH = 100;
/** Longest record: it is held in memory whole. */
const MOST_RECORD_BYTES = 32 * 2 ** 20;

/** Bytes that are no MessagePack, or a form that the service does not take. */
export class MsgpackFault extends Error {
  override readonly name = "MsgpackFault";
}

class NeedMore extends Error {}
const NEED_MORE = new NeedMore();

/**
 * Reads MessagePack values one after another from pieces of a stream.
 *
 * Integers are numbers while they are exact, else bigint. Text that is not UTF-8 has U+FFFD in place of what can't be read.
 * Maps are `Map`s with text keys: names such as `__proto__` are keys like others.
 */
export class MsgpackReader {
  #bytes: Buffer = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer, 0, 0);
  #at = 0;
  #keys = new KeyCache();

  push(piece: Uint8Array): void {
    const rest = this.#bytes.subarray(this.#at);
    if (rest.length > MOST_RECORD_BYTES)
      throw new MsgpackFault(`A record is longer than ${MOST_RECORD_BYTES} bytes.`);
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.#bytes = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#at = 0;
  }

  /** Keys and values of the record that {@link nextRecord} read last; beyond its size they are of older ones. */
  readonly keys: string[] = [];
  readonly values: unknown[] = [];
  /** Whether each of {@link values} was written as a floating point number: `1.0` is a number like `1` here. */
  readonly floats: boolean[] = [];

  /** True when all bytes are read. */
  get empty(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** @throws MsgpackFault */
  next(): unknown {
    const start = this.#at;
    if (this.empty) return INCOMPLETE;
    try {
      return this.#value(0);
    } catch (error) {
      if (error !== NEED_MORE) throw error;
      this.#at = start;
      return INCOMPLETE;
    }
  }

  /**
   * Reads a map into {@link keys} and {@link values}, which costs far less than a `Map` per record.
   *
   * @returns how many members it has, or -1 when its bytes are not all here.
   * @throws MsgpackFault also when the next value is no map.
   */
  nextRecord(): number {
    const start = this.#at;
    if (this.empty) return -1;
    try {
      const code = this.#uint8();
      let size: number;
      if (code >= 0x80 && code < 0x90) size = code & 0x0f;
      else if (code === 0xde) size = this.#uint16();
      else if (code === 0xdf) size = this.#uint32();
      else throw new MsgpackFault("Every record must be a map of column names and values.");
      this.#checkRoom(2 * size);
      for (let i = 0; i < size; i++) {
        this.keys[i] = this.#key(i);
        const first = this.#bytes[this.#at];
        this.floats[i] = first === 0xcb || first === 0xca;
        this.values[i] = this.#value(1);
      }
      return size;
    } catch (error) {
      if (error !== NEED_MORE) throw error;
      this.#at = start;
      return -1;
    }
  }

  #value(depth: number): unknown {
    const code = this.#uint8();
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
        return this.#binary(this.#uint8());
      case 0xc5:
        return this.#binary(this.#uint16());
      case 0xc6:
        return this.#binary(this.#uint32());
      case 0xca:
        return this.#view.getFloat32(this.#take(4));
      case 0xcb:
        return this.#view.getFloat64(this.#take(8));
      case 0xcc:
        return this.#uint8();
      case 0xcd:
        return this.#uint16();
      case 0xce:
        return this.#uint32();
      case 0xcf:
        return exact(this.#view.getBigUint64(this.#take(8)));
      case 0xd0:
        return this.#view.getInt8(this.#take(1));
      case 0xd1:
        return this.#view.getInt16(this.#take(2));
      case 0xd2:
        return this.#view.getInt32(this.#take(4));
      case 0xd3:
        return exact(this.#view.getBigInt64(this.#take(8)));
      case 0xd9:
        return this.#text(this.#uint8());
      case 0xda:
        return this.#text(this.#uint16());
      case 0xdb:
        return this.#text(this.#uint32());
      case 0xdc:
        return this.#array(this.#uint16(), depth);
      case 0xdd:
        return this.#array(this.#uint32(), depth);
      case 0xde:
        return this.#map(this.#uint16(), depth);
      case 0xdf:
        return this.#map(this.#uint32(), depth);
      default:
        throw new MsgpackFault(
          code === 0xc1
            ? "The byte 0xc1 begins no MessagePack value."
            : "MessagePack extension types are not supported.",
        );
    }
  }

  #array(length: number, depth: number): unknown[] {
    checkDepth(depth);
    this.#checkRoom(length);
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.#value(depth + 1));
    return items;
  }

  #map(size: number, depth: number): Map<string, unknown> {
    checkDepth(depth);
    this.#checkRoom(2 * size);
    const map = new Map<string, unknown>();
    for (let i = 0; i < size; i++) {
      const key = this.#key(i);
      map.set(key, this.#value(depth + 1));
    }
    return map;
  }

  #key(position: number): string {
    const code = this.#uint8();
    let size: number;
    if (code >= 0xa0 && code < 0xc0) size = code & 0x1f;
    else if (code === 0xd9 || code === 0xc4) size = this.#uint8();
    else if (code === 0xda || code === 0xc5) size = this.#uint16();
    else if (code === 0xdb || code === 0xc6) size = this.#uint32();
    else throw new MsgpackFault("The keys of a record must be text.");
    const start = this.#take(size);
    return this.#keys.read(this.#bytes, start, size, position);
  }

  #text(size: number): string {
    const start = this.#take(size);
    return this.#bytes.toString("utf8", start, start + size);
  }

  #binary(size: number): Uint8Array {
    const start = this.#take(size);
    return Uint8Array.prototype.slice.call(this.#bytes, start, start + size);
  }

  /** An element has at least a byte: more elements than bytes are an error or not all here, and no reason to allocate. */
  #checkRoom(elements: number): void {
    if (elements > this.#bytes.length - this.#at) throw NEED_MORE;
  }

  #uint8(): number {
    if (this.#at >= this.#bytes.length) throw NEED_MORE;
    return this.#bytes[this.#at++] as number;
  }

  #uint16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  #uint32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  #take(size: number): number {
    const start = this.#at;
    if (start + size > this.#bytes.length) throw NEED_MORE;
    this.#at = start + size;
    return start;
  }
}

/** Records repeat their keys in one order: the key that stood at a position last time is compared before a text is made. */
class KeyCache {
  readonly #known: { bytes: Buffer; text: string }[] = [];

  read(bytes: Buffer, start: number, size: number, position: number): string {
    const known = this.#known[position];
    if (known?.bytes.length === size) {
      let i = 0;
      while (i < size && known.bytes[i] === bytes[start + i]) i++;
      if (i === size) return known.text;
    }
    const text = bytes.toString("utf8", start, start + size);
    if (position < 1000) {
      this.#known[position] = { bytes: Buffer.from(bytes.subarray(start, start + size)), text };
    }
    return text;
  }
}

function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function checkDepth(depth: number): void {
  if (depth >= MAX_DEPTH)
    throw new MsgpackFault(`MessagePack values nested deeper than ${MAX_DEPTH} are not supported.`);
}
