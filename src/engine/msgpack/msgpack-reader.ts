// This folder: reads MessagePack that a stranger sent: bounded depth, no value made before its bytes are there.

import { isUtf8 } from "node:buffer";
import { INCOMPLETE, MsgpackDecoder } from "../../core/wire/msgpack-decoder.ts";

export { INCOMPLETE };

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
  /** Text or bytes, presumably UTF-8. */
  text(bytes: Buffer, start: number, end: number): void;
  /** Any other value: a larger integer, a boolean, a list, a map. */
  other(value: unknown): void;
}

/** Invalid MessagePack, or an unsupported feature of it. */
export class MsgpackFault extends Error {
  override readonly name = "MsgpackFault";
}

/** @param column - Null for a name, and for a part of a list or map. */
export const notUtf8 = (column: string | null): MsgpackFault =>
  new MsgpackFault(
    `A text${column === null ? "" : ` of the column ${JSON.stringify(column)}`} is not valid UTF-8; convert it before it is imported.`,
  );

/** @throws MsgpackFault */
export function checkedText(bytes: Buffer, start = 0, end = bytes.length): string {
  if (!isUtf8(bytes.subarray(start, end))) throw notUtf8(null);
  return bytes.toString("utf8", start, end);
}

/**
 * Decodes MessagePack values from chunks of a stream. Invalid UTF-8 is refused. Maps become `Map`s with string
 * keys, so that names such as `__proto__` are ordinary keys.
 */
export class MsgpackReader extends MsgpackDecoder {
  declare bytes: Buffer;
  protected readonly maxDepth = 100;
  #keys = new KeyCache();

  constructor() {
    super();
    this.load(Buffer.alloc(0));
  }

  push(piece: Uint8Array): void {
    const rest = this.bytes.subarray(this.pos);
    if (rest.length > MAX_RECORD_BYTES)
      throw new MsgpackFault(`A record is longer than ${MAX_RECORD_BYTES} bytes.`);
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.load(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]));
  }

  /** `time` of the latest record read by {@link nextRecord}; undefined if it had none. */
  time: unknown;
  /** Whether a key of the latest record was no text; its value is left out. */
  isNameless = false;
  #recordStart = 0;

  /** Whether all bytes are consumed. */
  get empty(): boolean {
    return this.pos === this.bytes.length;
  }

  /** @returns INCOMPLETE when the bytes so far end within a value. @throws MsgpackFault */
  next(): unknown {
    const start = this.pos;
    if (this.empty) return INCOMPLETE;
    try {
      return this.value(0);
    } catch (error) {
      if (error !== INCOMPLETE) throw error;
      this.pos = start;
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
    const start = this.pos;
    if (this.empty) return false;
    this.time = undefined;
    this.isNameless = false;
    this.#recordStart = start;
    try {
      const code = this.uint8();
      let size: number;
      if (code >= 0x80 && code < 0x90) size = code & 0x0f;
      else if (code === 0xde) size = this.uint16();
      else if (code === 0xdf) size = this.uint32();
      else throw new MsgpackFault("Every record must be a map of column names and values.");
      this.checkRoom(2 * size);
      for (let i = 0; i < size; i++) {
        const key = this.#key(i);
        if (key === "time") this.time = this.value(1);
        else if (key === null) {
          this.isNameless = true;
          this.value(1);
        } else this.#cell(sink.cell(key, i));
      }
      return true;
    } catch (error) {
      if (error !== INCOMPLETE) throw error;
      sink.drop();
      this.pos = start;
      return false;
    }
  }

  /** Decodes the latest record of {@link nextRecord} again; valid until the next chunk. */
  lastRecord(): Map<string, unknown> {
    const end = this.pos;
    this.pos = this.#recordStart;
    const record = this.next() as Map<string, unknown>;
    this.pos = end;
    return record;
  }

  #cell(cell: CellSink | null): void {
    const code = this.uint8();
    if (code < 0x80) return cell?.integer(code);
    if (code >= 0xa0 && code < 0xc0) return this.#textCell(cell, code & 0x1f);
    switch (code) {
      case 0xc0:
        return;
      case 0xca:
        return cell?.float(this.view.getFloat32(this.take(4)));
      case 0xcb:
        return cell?.float(this.view.getFloat64(this.take(8)));
      case 0xc4:
      case 0xd9:
        return this.#textCell(cell, this.uint8());
      case 0xc5:
      case 0xda:
        return this.#textCell(cell, this.uint16());
      case 0xc6:
      case 0xdb:
        return this.#textCell(cell, this.uint32());
    }
    this.pos--;
    const value = this.value(1);
    if (typeof value === "number") cell?.integer(value);
    else cell?.other(value);
  }

  #textCell(cell: CellSink | null, size: number): void {
    const start = this.take(size);
    cell?.text(this.bytes, start, start + size);
  }

  protected fault(code: number | null): Error {
    if (code === null)
      return new MsgpackFault(`MessagePack values nested deeper than ${this.maxDepth} are not supported.`);
    return new MsgpackFault(
      code === 0xc1
        ? "The byte 0xc1 does not start a MessagePack value."
        : "MessagePack extension types are not supported.",
    );
  }

  protected map(size: number, depth: number): Map<string, unknown> {
    const map = new Map<string, unknown>();
    for (let i = 0; i < size; i++) map.set(this.#key(i) ?? "", this.value(depth));
    return map;
  }

  protected text(start: number, end: number): string {
    return checkedText(this.bytes, start, end);
  }

  /** Null for a key that is no text, such as nil. */
  #key(position: number): string | null {
    const code = this.uint8();
    let size: number;
    if (code >= 0xa0 && code < 0xc0) size = code & 0x1f;
    else if (code === 0xd9 || code === 0xc4) size = this.uint8();
    else if (code === 0xda || code === 0xc5) size = this.uint16();
    else if (code === 0xdb || code === 0xc6) size = this.uint32();
    else {
      this.pos--;
      this.value(1);
      return null;
    }
    const start = this.take(size);
    return this.#keys.read(this.bytes, start, size, position);
  }
}

/** Caches keys by position, because records repeat their keys in order: comparing bytes is faster than decoding. */
class KeyCache {
  readonly #keyCache: { bytes: Buffer; text: string }[] = [];

  read(bytes: Buffer, start: number, size: number, position: number): string {
    const cached = this.#keyCache[position];
    if (cached?.bytes.length === size) {
      let i = 0;
      while (i < size && cached.bytes[i] === bytes[start + i]) i++;
      if (i === size) return cached.text;
    }
    const text = checkedText(bytes, start, start + size);
    if (position < 1000)
      this.#keyCache[position] = { bytes: Buffer.from(bytes.subarray(start, start + size)), text };
    return text;
  }
}
