import { DecodeError } from "../../errors.ts";
import { MsgpackDecoder } from "../../wire/msgpack-decoder.ts";
import { setField } from "../nested-values.ts";
import { textWarning, utf8Text } from "../builders/utf8-text.ts";

/** Reads whole MessagePack values of any kind from a chunk of a result. */
export class ValueReader extends MsgpackDecoder {
  /** Set when an integer past ±2^53 was read, as a BigInt; cleared by the caller. */
  sawBig = false;
  protected readonly maxDepth = 500;
  readonly #warn = textWarning();

  /** Reads the value at `pos` and advances `pos`. @throws INCOMPLETE, with `pos` undefined. */
  read(): unknown {
    return this.value(0);
  }

  protected fault(code: number | null): Error {
    return new DecodeError(
      code === null
        ? `a value is nested more than ${this.maxDepth} deep`
        : `byte 0x${code.toString(16)} does not begin a value that results may hold`,
    );
  }

  protected override exact(value: bigint): number | bigint {
    const exact = super.exact(value);
    this.sawBig ||= exact === value;
    return exact;
  }

  protected text(start: number, end: number): string {
    return this.#utf8(this.bytes.subarray(start, end));
  }

  #utf8(bytes: Uint8Array): string {
    return utf8Text(bytes, () => this.#warn("a value of the result"));
  }

  protected map(size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let i = 0; i < size; i++) {
      const key = this.value(depth);
      const name = key instanceof Uint8Array ? this.#utf8(key) : String(key);
      const value = this.value(depth);
      if (Object.hasOwn(map, name))
        throw new DecodeError(
          `a map has two keys that are ${JSON.stringify(name)} as text; select map_entries of it`,
        );
      setField(map, name, value);
    }
    return map;
  }
}
