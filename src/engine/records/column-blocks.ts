import { isUtf8 } from "node:buffer";
import { MsgpackFault, notUtf8 } from "../msgpack/msgpack-reader.ts";
import type { BlockColumn, ImportBlock, PlainValues } from "./import-block.ts";
import type { ImportType } from "./import-type.ts";

/** Maximum bytes of a block, which is held in memory. */
const MAX_BYTES = 64 * 2 ** 20;

/** Decodes and validates column blocks, one MessagePack array at a time, as written by svclib's `column-encoder.ts`. */
export class ColumnBlocks {
  #rowCount = 0;
  /** Columns that the block still lacks. */
  #left = 0;
  #bytes = 0;
  #columns = new Map<string, BlockColumn | null>();

  /** Whether a block is incomplete. */
  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** @returns the block that the array completes, otherwise null. @throws MsgpackFault */
  add(list: readonly unknown[]): ImportBlock | null {
    if (!this.isOpen) this.#begin(list);
    else this.#column(list);
    if (this.isOpen) return null;
    const columns = [...this.#columns.values()].filter((column) => column !== null);
    const time = columns.find(({ name }) => name === "time");
    if (time?.values.type !== "INT64" || time.values.count !== this.#rowCount)
      throw new MsgpackFault("A block of columns must have an integer time in every row.");
    return { rowCount: this.#rowCount, columns };
  }

  #begin([rowCount, columnCount, ...more]: readonly unknown[]): void {
    if (!isCount(rowCount) || !isCount(columnCount) || more.length > 0)
      throw new MsgpackFault(
        "Every record must be a map of column names and values, and a block of columns must begin with its row and column counts.",
      );
    this.#rowCount = rowCount;
    this.#left = columnCount;
    this.#bytes = 0;
    this.#columns = new Map();
  }

  #column([name, type, values, present, ...more]: readonly unknown[]): void {
    if (
      typeof name !== "string" ||
      !(values instanceof Uint8Array) ||
      !(present === null || present instanceof Uint8Array) ||
      more.length > 0
    )
      throw new MsgpackFault("A column of a block must be its name, type, values and null flags.");
    const key = name.toLowerCase();
    if (this.#columns.has(key)) throw new MsgpackFault(`A block has two columns ${JSON.stringify(name)}.`);
    this.#bytes += values.length + this.#rowCount;
    if (this.#bytes > MAX_BYTES)
      throw new MsgpackFault(`A block of columns is larger than ${MAX_BYTES} bytes.`);
    const rows = present ?? new Uint8Array(this.#rowCount).fill(1);
    const plain = plainValues(name, type, values);
    if (rows.length !== this.#rowCount || countOf(rows) !== plain.count)
      throw new MsgpackFault(
        `The column ${JSON.stringify(name)} of a block has more or fewer values than rows.`,
      );
    const column = { name, type: typeOf(plain), values: plain, present: rows };
    this.#columns.set(key, plain.count === 0 || name === "" ? null : column);
    this.#left--;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function countOf(present: Uint8Array): number {
  let count = 0;
  for (const byte of present) if (byte !== 0) count++;
  return count;
}

function plainValues(name: string, type: unknown, bytes: Uint8Array): PlainValues {
  if (type === "string") return texts(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if ((type !== "long" && type !== "double") || bytes.length % 8 !== 0)
    throw new MsgpackFault(`The column ${JSON.stringify(name)} of a block holds neither numbers nor text.`);
  return { type: type === "long" ? "INT64" : "DOUBLE", bytes, count: bytes.length / 8 };
}

function texts(name: string, bytes: Buffer): PlainValues {
  const bounds: number[] = [];
  let high = 0;
  let count = 0;
  let at = 0;
  while (at < bytes.length) {
    const end = at + 4 <= bytes.length ? at + 4 + bytes.readUInt32LE(at) : Infinity;
    if (end > bytes.length)
      throw new MsgpackFault(`The column ${JSON.stringify(name)} of a block ends within a text.`);
    bounds[count++] = at += 4;
    for (; at < end; at++) high |= bytes[at] as number;
  }
  bounds.push(at + 4);
  const isText = (start: number, i: number): boolean =>
    i === count || isUtf8(bytes.subarray(start, (bounds[i + 1] as number) - 4));
  if (high < 0x80 || bounds.every(isText)) return { type: "BYTE_ARRAY", bytes, count };
  throw notUtf8(name);
}

/** `exact` if an integer has no exact double. */
function typeOf({ type, bytes }: PlainValues): ImportType {
  if (type !== "INT64") return type === "DOUBLE" ? "double" : "string";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    const high = view.getInt32(at + 4, true);
    if (high >= -0x20_0000 && high < 0x20_0000) continue;
    const value = view.getBigInt64(at, true);
    if (BigInt(Number(value)) !== value) return "exact";
  }
  return "long";
}
