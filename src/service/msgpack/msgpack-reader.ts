/** Returned by {@link MsgpackReader.next} when the bytes so far end within a value. */
export const INCOMPLETE: unique symbol = Symbol("incomplete");

/** Maximum nesting of arrays and maps. */
const MAX_DEPTH = 100;
/** Maximum bytes of a record, which is held in memory. */
const MAX_RECORD_BYTES = 32 * 2 ** 20;

/** Receives the cells of records as they are decoded. */
export interface RecordSink {
  /** The sink for a key's value; null to skip it. */
  cell(key: string, position: number): CellSink | null;
  /** Discards the cells of the current record. */
  drop(): void;
}

/** Receives one value; nulls are skipped. */
export interface CellSink {
  /** A safe integer. */
  integer(value: number): void;
  /** A number encoded as floating point. */
  float(value: number): void;
  /** Text, presumably UTF-8. */
  text(bytes: Buffer, start: number, end: number): void;
  /** Any other value: a larger integer, a boolean, bytes, a list, a map. */
  other(value: unknown): void;
}

/** Invalid MessagePack, or an unsupported feature of it. */
export class MsgpackFault extends Error {
  override readonly name = "MsgpackFault";
}

class NeedMore extends Error {}
const NEED_MORE = new NeedMore();

/**
 * Decodes MessagePack values from chunks of a stream.
 *
 * Integers are numbers if exact, otherwise bigint. Invalid UTF-8 is replaced by U+FFFD. Maps become `Map`s with string
 * keys, so that names such as `__proto__` are ordinary keys.
 */
export class MsgpackReader {
  #bytes: Buffer = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer, 0, 0);
  #at = 0;
  #keys = new KeyCache();

  push(piece: Uint8Array): void {
    const rest = this.#bytes.subarray(this.#at);
    if (rest.length > MAX_RECORD_BYTES)
      throw new MsgpackFault(`A record is longer than ${MAX_RECORD_BYTES} bytes.`);
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.#bytes = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#at = 0;
  }

  /** `time` of the latest record read by {@link nextRecord}; undefined if it had none. */
  time: unknown;
  #recordStart = 0;

  /** Whether all bytes are consumed. */
  get empty(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Whether the next value is an array. */
  get isAtList(): boolean {
    const code = this.#bytes[this.#at] as number;
    return (code >= 0x90 && code < 0xa0) || code === 0xdc || code === 0xdd;
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
   * Decodes a map cell by cell, far faster than into a `Map`. Its `time` is stored only in {@link time}.
   *
   * @returns false when bytes are missing; the cells read so far are discarded.
   * @throws MsgpackFault also when the next value is not a map.
   */
  nextRecord(sink: RecordSink): boolean {
    const start = this.#at;
    if (this.empty) return false;
    this.time = undefined;
    this.#recordStart = start;
    try {
      const code = this.#uint8();
      let size: number;
      if (code >= 0x80 && code < 0x90) size = code & 0x0f;
      else if (code === 0xde) size = this.#uint16();
      else if (code === 0xdf) size = this.#uint32();
      else throw new MsgpackFault("Every record must be a map of column names and values.");
      this.#checkRoom(2 * size);
      for (let i = 0; i < size; i++) {
        const key = this.#key(i);
        if (key === "time") this.time = this.#value(1);
        else this.#cell(sink.cell(key, i));
      }
      return true;
    } catch (error) {
      if (error !== NEED_MORE) throw error;
      sink.drop();
      this.#at = start;
      return false;
    }
  }

  /** Decodes the latest record of {@link nextRecord} again; valid until the next chunk. */
  lastRecord(): Map<string, unknown> {
    const end = this.#at;
    this.#at = this.#recordStart;
    const record = this.next() as Map<string, unknown>;
    this.#at = end;
    return record;
  }

  #cell(cell: CellSink | null): void {
    const code = this.#uint8();
    if (code < 0x80) return cell?.integer(code);
    if (code >= 0xa0 && code < 0xc0) return this.#textCell(cell, code & 0x1f);
    switch (code) {
      case 0xc0:
        return;
      case 0xca:
        return cell?.float(this.#view.getFloat32(this.#take(4)));
      case 0xcb:
        return cell?.float(this.#view.getFloat64(this.#take(8)));
      case 0xd9:
        return this.#textCell(cell, this.#uint8());
      case 0xda:
        return this.#textCell(cell, this.#uint16());
      case 0xdb:
        return this.#textCell(cell, this.#uint32());
    }
    this.#at--;
    const value = this.#value(1);
    if (typeof value === "number") cell?.integer(value);
    else cell?.other(value);
  }

  #textCell(cell: CellSink | null, size: number): void {
    const start = this.#take(size);
    cell?.text(this.#bytes, start, start + size);
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
            ? "The byte 0xc1 does not start a MessagePack value."
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

  /** An element takes at least one byte. A count beyond the available bytes must not allocate memory. */
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

/** Caches keys by position, because records repeat their keys in order: comparing bytes is faster than decoding. */
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
    if (position < 1000)
      this.#known[position] = { bytes: Buffer.from(bytes.subarray(start, start + size)), text };
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
