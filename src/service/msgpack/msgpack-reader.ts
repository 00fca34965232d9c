/** What {@link MsgpackReader.next} gives when the bytes so far end within a value. */
export const INCOMPLETE: unique symbol = Symbol("incomplete");

/** Deepest nesting of arrays and maps that is read. */
const MAX_DEPTH = 100;
/** Longest record: it is held in memory whole. */
const MOST_RECORD_BYTES = 32 * 2 ** 20;

/** Takes the cells of records as they are read. */
export interface RecordSink {
  /** Where the value of a key goes; null: nowhere. */
  cell(key: string, position: number): CellSink | null;
  /** Forgets the cells of the record that is being read. */
  drop(): void;
}

/** Takes one value; null values are left out. */
export interface CellSink {
  /** A safe integer. */
  integer(value: number): void;
  /** A number that was written as a floating point number. */
  float(value: number): void;
  /** Text that should be UTF-8. */
  text(bytes: Buffer, start: number, end: number): void;
  /** Anything else: a larger integer, a truth value, bytes, a list, a map. */
  other(value: unknown): void;
}

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

  /** The `time` of the record that {@link nextRecord} read last; undefined where it had none. */
  time: unknown;
  #recordStart = 0;

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
   * Reads a map cell by cell, which costs far less than a `Map` per record. Its `time` goes to {@link time} alone.
   *
   * @returns false when its bytes are not all here: what of it was read is dropped.
   * @throws MsgpackFault also when the next value is no map.
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

  /** The record that {@link nextRecord} read last, until the next piece comes. */
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
