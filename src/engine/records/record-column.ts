import { isUtf8 } from "node:buffer";
import { halvesOf, setHalf } from "../../core/blocks/halves.ts";
import { larger } from "../../core/wire/larger.ts";
import { MsgpackFault, notUtf8, type CellSink } from "../msgpack/msgpack-reader.ts";
import { type BlockColumn, listText, mergeTypes, textOf, valueType, type ImportType } from "./import-type.ts";

/** Initial capacity in rows: small, because records can have thousands of columns. */
const FIRST_ROWS = 16;
const FIRST_TEXT_BYTES = 256;
/** Text up to this length is copied in a loop: a call to `copy` costs more. */
const SHORT_TEXT = 24;

/** Kinds of cells. */
const NULL = 0;
const INTEGER = 1;
const FLOAT = 2;
const TEXT = 3;
const OTHER = 4;

/** One column of a block. Cells live in typed arrays: no value of a common type becomes an object. */
export class RecordColumn implements CellSink {
  readonly name: string;
  /** Row of the next value. */
  row = 0;
  #kinds = new Uint8Array(FIRST_ROWS);
  /** Safe integers and floating point numbers, by row. */
  #numbers = new Float64Array(0);
  /** Offset of each row's text in {@link #texts}. */
  #starts = new Uint32Array(0);
  /** The texts of all rows in order, each after its length as uint32. */
  #texts = Buffer.alloc(0);
  #textsEnd = 0;
  readonly #others = new Map<number, unknown>();

  constructor(name: string) {
    this.name = name;
  }

  integer(value: number): void {
    this.#number(value, INTEGER);
  }

  float(value: number): void {
    this.#number(value, FLOAT);
  }

  text(bytes: Buffer, start: number, end: number): void {
    const at = this.#textRoom(end - start);
    const target = this.#texts;
    let to = at + 4;
    if (end - start <= SHORT_TEXT) {
      let all = 0;
      for (let i = start; i < end; i++) all |= target[to++] = bytes[i] as number;
      if (all < 0x80) return this.#endText(at, to);
    } else {
      bytes.copy(target, to, start, end);
      to += end - start;
    }
    if (!isUtf8(target.subarray(at + 4, to))) throw notUtf8(this.name);
    this.#endText(at, to);
  }

  other(value: unknown): void {
    this.#begin(OTHER);
    this.#others.set(this.row, value);
  }

  clear(row: number): void {
    if (row >= this.#kinds.length) return;
    if (this.#kinds[row] === TEXT) this.#textsEnd = this.#starts[row] as number;
    this.#kinds[row] = NULL;
  }

  /** Nonzero for rows with a value. */
  present(rowCount: number): Uint8Array {
    if (rowCount > this.#kinds.length) this.#grow(rowCount);
    return this.#kinds.subarray(0, rowCount);
  }

  /** The narrowest type that holds every value; null if all are null. */
  type(rowCount: number): ImportType | null {
    let type: ImportType | null = null;
    let types = 0;
    for (const kind of this.present(rowCount)) types |= 1 << kind;
    const merge = (other: ImportType): void => void (type = type === null ? other : mergeTypes(type, other));
    if (types & (1 << INTEGER)) merge("long");
    if (types & (1 << FLOAT)) merge("double");
    if (types & (1 << TEXT)) merge("string");
    if (types & (1 << OTHER)) for (const value of this.#rowsOf(OTHER, rowCount)) merge(valueType(value));
    return type;
  }

  /** The values in a type that holds them all: numbers as such, others as text, lists as JSON. */
  plain(type: ImportType, rowCount: number): BlockColumn["values"] {
    const kinds = this.present(rowCount);
    let count = 0;
    for (const kind of kinds) if (kind !== NULL) count++;
    if (type === "long" || type === "exact")
      return { type: "INT64", bytes: this.#int64(kinds, count), count };
    if (type === "double") return { type: "DOUBLE", bytes: this.#float64(kinds, count), count };
    return { type: "BYTE_ARRAY", bytes: this.#byteArrays(kinds, type), count };
  }

  #int64(kinds: Uint8Array, count: number): Uint8Array {
    const values = new BigInt64Array(count);
    const halves = halvesOf(values);
    let to = 0;
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row];
      if (kind === NULL) continue;
      if (kind === INTEGER) setHalf(halves, to, this.#numbers[row] as number);
      else values[to] = BigInt(this.#others.get(row) as bigint);
      to++;
    }
    return new Uint8Array(values.buffer);
  }

  #float64(kinds: Uint8Array, count: number): Uint8Array {
    const values = new Float64Array(count);
    let to = 0;
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row];
      if (kind === NULL) continue;
      values[to++] = kind === OTHER ? Number(this.#others.get(row)) : (this.#numbers[row] as number);
    }
    return new Uint8Array(values.buffer);
  }

  #byteArrays(kinds: Uint8Array, type: ImportType): Uint8Array {
    if (kinds.every((kind) => kind === NULL || kind === TEXT)) return this.#texts.subarray(0, this.#textsEnd);
    const all = new RecordColumn(this.name);
    for (let row = 0; row < kinds.length; row++) {
      if (kinds[row] === NULL) continue;
      const value = this.#value(row);
      const text = Buffer.from(
        kinds[row] === FLOAT
          ? floatText(value as number)
          : typeof type === "object"
            ? listText(value, type)
            : textOf(value),
      );
      all.row = row;
      all.text(text, 0, text.length);
    }
    return all.#texts.subarray(0, all.#textsEnd);
  }

  #value(row: number): unknown {
    if (this.#kinds[row] === OTHER) return this.#others.get(row);
    if (this.#kinds[row] !== TEXT) return this.#numbers[row];
    const start = this.#starts[row] as number;
    return this.#texts.toString("utf8", start + 4, start + 4 + this.#texts.readUInt32LE(start));
  }

  *#rowsOf(kind: number, rowCount: number): Generator<unknown> {
    for (let row = 0; row < rowCount; row++) if (this.#kinds[row] === kind) yield this.#value(row);
  }

  #number(value: number, kind: number): void {
    this.#begin(kind);
    if (this.row >= this.#numbers.length) this.#numbers = larger(this.#numbers, this.#kinds.length);
    this.#numbers[this.row] = value;
  }

  #begin(kind: number): void {
    const { row } = this;
    if (row >= this.#kinds.length) this.#grow(row + 1);
    if (this.#kinds[row] !== NULL)
      throw new MsgpackFault(
        this.name === "time"
          ? 'The time of a record must be named "time", in lower case, and once.'
          : `A record has two values for the column ${JSON.stringify(this.name)}; upper and lower case are one.`,
      );
    this.#kinds[row] = kind;
  }

  #grow(rows: number): void {
    this.#kinds = larger(this.#kinds, Math.max(rows, 2 * this.#kinds.length));
  }

  /** Reserves space for a text and its length. @returns its offset. */
  #textRoom(size: number): number {
    this.#begin(NULL);
    if (this.row >= this.#starts.length) this.#starts = larger(this.#starts, this.#kinds.length);
    const at = this.#textsEnd;
    const needed = at + 4 + size;
    if (needed > this.#texts.length) {
      const texts = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#texts.length, FIRST_TEXT_BYTES));
      this.#texts.copy(texts);
      this.#texts = texts;
    }
    return at;
  }

  #endText(at: number, end: number): void {
    const size = end - at - 4;
    const bytes = this.#texts;
    bytes[at] = size;
    bytes[at + 1] = size >> 8;
    bytes[at + 2] = size >> 16;
    bytes[at + 3] = size >> 24;
    this.#kinds[this.row] = TEXT;
    this.#starts[this.row] = at;
    this.#textsEnd = end;
  }
}

/** As the engine converts a double: the text must not depend on how records are divided into blocks. */
function floatText(value: number): string {
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  const size = Number(exponent);
  if (size < -4 || size >= 16) return `${digits}e${exponent.replace(/\d+/, (text) => text.padStart(2, "0"))}`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}
