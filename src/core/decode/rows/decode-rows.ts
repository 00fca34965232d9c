// This folder: the public form: MessagePack rows, each value straight into its column.

import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";
import { demote, type AnyBuilder, type ColumnBuilders } from "../builders/column-builder.ts";
import { TextBuilder } from "../builders/text-builder.ts";
import { ValueBuilder } from "../builders/value-builder.ts";
import { MORE, OTHER, readInto, readValue } from "./read-values.ts";
import { letterOf, readRun, type ReadRun } from "./row-code.ts";
import type { ValueReader } from "./value-reader.ts";

/** Columns that one piece of code reads. */
const RUN_COLUMNS = 8;

interface Run {
  readonly first: number;
  readonly columns: Readonly<Record<string, AnyBuilder>>;
  readonly read: ReadRun;
}

/** Decodes rows: one pass over the bytes, each value written straight to its column, no object per value or row. */
export class RowDecoder {
  readonly #columns: ColumnBuilders;
  #letters = "";
  /** Null: values are read one by one. */
  #runs: readonly Run[] | null = null;
  /** Rows that all columns have room for. */
  #room = 0;

  constructor(columns: ColumnBuilders) {
    this.#columns = columns;
    this.#plan();
  }

  #plan(): void {
    const { builders } = this.#columns;
    this.#letters = builders.map(letterOf).join("");
    const runs: Run[] = [];
    for (let first = 0; first < builders.length; first += RUN_COLUMNS) {
      const read = readRun(this.#letters.slice(first, first + RUN_COLUMNS));
      if (read === null) return;
      const columns = builders.slice(first, first + RUN_COLUMNS);
      runs.push({ first, columns: Object.fromEntries(columns.map((column, i) => [`c${i}`, column])), read });
    }
    this.#runs = runs;
  }

  /**
   * Decodes the complete rows of a chunk: MessagePack arrays, one per row, concatenated.
   *
   * @param from - The chunk; its `pos` advances past the last complete row.
   * @param row - Index of the chunk's first row.
   * @returns the index after the last complete row.
   */
  decode(from: ValueReader, row: number): number {
    const { builders, rowsBefore } = this.#columns;
    while (from.pos < from.end) {
      if (row >= this.#room) this.#makeRoom(row);
      row = this.#decodeByCode(from, row);
      if (row >= this.#room || from.pos >= from.end) continue;
      const { pos } = from;
      const head = readRowHead(from, pos, builders.length, rowsBefore + row);
      const next = head < 0 ? head : this.#readEach(from, head, row);
      from.pos = next < 0 ? pos : next;
      if (next < 0) break;
      row += 1;
    }
    return row;
  }

  /**
   * Decodes rows by code, up to one near the end of the bytes or with another form of head. A loop of its own: V8 compiles a loop anew
   * where it sees what it has not seen, and everything else would be compiled with it.
   */
  #decodeByCode(from: ValueReader, row: number): number {
    const width = this.#letters.length;
    let { pos } = from;
    while (row < this.#room && pos < from.end && this.#runs !== null) {
      let at = afterShortestHead(from, pos, width);
      for (let i = 0; i < this.#runs.length && at >= 0; i++) {
        const { read, columns, first } = this.#runs[i] as Run;
        at = read(this, columns, first, from, at, row);
      }
      if (at < 0) break;
      pos = at;
      row += 1;
    }
    from.pos = pos;
    return row;
  }

  #makeRoom(row: number): void {
    this.#room = Infinity;
    for (const column of this.#columns.builders) {
      if (column instanceof ValueBuilder) continue;
      if (column instanceof TextBuilder) {
        if (row >= column.endRow) column.openBlock(row);
        this.#room = Math.min(this.#room, column.endRow);
      } else {
        column.reserve(row + 1);
        this.#room = Math.min(this.#room, column.capacity);
      }
    }
  }

  #readEach(from: ValueReader, at: number, row: number): number {
    for (let c = 0; c < this.#columns.builders.length && at >= 0; c++) at = this.readOne(from, c, at, row);
    return at;
  }

  /** Reads a value of any kind into column `c`. */
  readOne(from: ValueReader, c: number, at: number, row: number): number {
    const columns = this.#columns;
    let next = readInto(columns.builders[c] as AnyBuilder, from, at, row);
    if (next === OTHER) next = readValue(demote(columns, c, row), from, at, row);
    if (letterOf(columns.builders[c] as AnyBuilder) !== this.#letters[c]) this.#plan();
    return next;
  }
}

/** The offset behind a row's head in its shortest form. */
function afterShortestHead({ bytes, view, end }: ValueReader, pos: number, width: number): number {
  if (width < 0x10) return bytes[pos] === (0x90 | width) ? pos + 1 : MORE;
  return pos + 3 <= end && bytes[pos] === 0xdc && view.getUint16(pos + 1) === width ? pos + 3 : MORE;
}

function readRowHead({ bytes, view, end }: ValueReader, pos: number, width: number, row: number): number {
  const size = headBytes(bytes[pos] as number, row);
  if (pos + size > end) return MORE;
  const count = valueCount(view, pos, size);
  if (count !== width)
    throw new DecodeError(`row ${row} of the result has ${count} values, the schema ${width} columns`);
  return pos + size;
}

/** Length of a row's head, which begins with `lead`. */
function headBytes(lead: number, row: number): number {
  if ((lead & 0xf0) === 0x90) return 1;
  if (lead === 0xdc) return 3;
  if (lead === 0xdd) return 5;
  throw new DecodeError(
    `row ${row} of the result begins with byte 0x${lead.toString(16)}, which does not start a row`,
  );
}

function valueCount(view: DataView, pos: number, size: number): number {
  if (size === 1) return view.getUint8(pos) & 0x0f;
  return size === 3 ? view.getUint16(pos + 1) : view.getUint32(pos + 1);
}

/** Limit that keeps a damaged count from allocating memory. */
const MAX_COLUMNS = 100_000;

/**
 * Columns when no schema is known: `_c0`, `_c1`, ... of unknown type, one per value of the first row. Null while the row's head is
 * incomplete.
 *
 * @throws DecodeError when the bytes are not the start of a row.
 */
export function firstRowColumns(bytes: Uint8Array): ResultColumn[] | null {
  const size = bytes.length === 0 ? 1 : headBytes(bytes[0] as number, 0);
  if (bytes.length < size) return null;
  const count = valueCount(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, size);
  if (count > MAX_COLUMNS) throw new DecodeError(`row 0 of the result has ${count} values`);
  return Array.from({ length: count }, (_, i) => ({ name: `_c${i}`, type: "unknown" }));
}
