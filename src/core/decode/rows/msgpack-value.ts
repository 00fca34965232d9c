import { DecodeError } from "../../errors.ts";
import { textWarning, utf8Text } from "../builders/utf8-text.ts";

/** Thrown when the bytes end inside a value. A single object, as it is thrown for every chunk of a stream. */
export const INCOMPLETE = new Error("the bytes end inside a value");

const MAX_DEPTH = 500;

/** Reads whole MessagePack values of any kind from a chunk of a stream. */
export class ValueReader {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(this.bytes.buffer);
  pos = 0;
  end = 0;
  /** Set when an integer past ±2^53 was read, as a BigInt; cleared by the caller. */
  sawBig = false;
  #depth = 0;
  readonly #warn = textWarning();

  /** Reads the value at `pos` and advances `pos`. @throws INCOMPLETE, with `pos` undefined. */
  read(): unknown {
    const lead = this.bytes[this.#take(1)] as number;
    if (lead < 0x80) return lead;
    if (lead >= 0xe0) return lead - 0x100;
    if (lead >= 0xa0 && lead < 0xc0) return this.#text(lead & 0x1f);
    if (lead >= 0x90 && lead < 0xa0) return this.#array(lead & 0x0f);
    if (lead < 0x90) return this.#map(lead & 0x0f);
    return this.#readTagged(lead);
  }

  #readTagged(lead: number): unknown {
    const { view } = this;
    switch (lead) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return view.getFloat32(this.#take(4));
      case 0xcb:
        return view.getFloat64(this.#take(8));
      case 0xcc:
        return view.getUint8(this.#take(1));
      case 0xcd:
        return view.getUint16(this.#take(2));
      case 0xce:
        return view.getUint32(this.#take(4));
      case 0xcf:
        return this.#exact(view.getBigUint64(this.#take(8)));
      case 0xd0:
        return view.getInt8(this.#take(1));
      case 0xd1:
        return view.getInt16(this.#take(2));
      case 0xd2:
        return view.getInt32(this.#take(4));
      case 0xd3:
        return this.#exact(view.getBigInt64(this.#take(8)));
      case 0xc4:
        return this.#binary(view.getUint8(this.#take(1)));
      case 0xc5:
        return this.#binary(view.getUint16(this.#take(2)));
      case 0xc6:
        return this.#binary(view.getUint32(this.#take(4)));
      case 0xd9:
        return this.#text(view.getUint8(this.#take(1)));
      case 0xda:
        return this.#text(view.getUint16(this.#take(2)));
      case 0xdb:
        return this.#text(view.getUint32(this.#take(4)));
      case 0xdc:
        return this.#array(view.getUint16(this.#take(2)));
      case 0xdd:
        return this.#array(view.getUint32(this.#take(4)));
      case 0xde:
        return this.#map(view.getUint16(this.#take(2)));
      case 0xdf:
        return this.#map(view.getUint32(this.#take(4)));
      default:
        // 0xc1 is unused; the rest are extension types, which results never contain.
        throw new DecodeError(`byte 0x${lead.toString(16)} does not begin a value that results may hold`);
    }
  }

  #take(count: number): number {
    const at = this.pos;
    if (at + count > this.end) throw INCOMPLETE;
    this.pos = at + count;
    return at;
  }

  #exact(value: bigint): number | bigint {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    this.sawBig = true;
    return value;
  }

  #text(length: number): string {
    const at = this.#take(length);
    return this.#utf8(this.bytes.subarray(at, at + length));
  }

  #utf8(bytes: Uint8Array): string {
    return utf8Text(bytes, () => this.#warn("a value of the result"));
  }

  #binary(length: number): Uint8Array {
    const at = this.#take(length);
    return this.bytes.slice(at, at + length);
  }

  #nest<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) {
      this.#depth = 0;
      throw new DecodeError(`a value is nested more than ${MAX_DEPTH} deep`);
    }
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  #array(count: number): unknown[] {
    return this.#nest(() => {
      const items: unknown[] = [];
      for (let i = 0; i < count; i++) items.push(this.read());
      return items;
    });
  }

  #map(count: number): Record<string, unknown> {
    return this.#nest(() => {
      const map: Record<string, unknown> = {};
      for (let i = 0; i < count; i++) {
        const key = this.read();
        const name = key instanceof Uint8Array ? this.#utf8(key) : String(key);
        const value = this.read();
        if (Object.hasOwn(map, name))
          throw new DecodeError(
            `a map has two keys that are ${JSON.stringify(name)} as text; select map_entries of it`,
          );
        if (name === "__proto__")
          Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
        else map[name] = value;
      }
      return map;
    });
  }
}
