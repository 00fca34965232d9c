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
    let { pos } = from;
    while (pos < from.end) {
      const head = readRowHead(from, pos, builders.length, rowsBefore + row);
      if (head < 0) break;
      if (row >= this.#room) this.#makeRoom(row);
      let next = this.#readUsual(from, head, row);
      if (next < 0) next = this.#readEach(from, head, row);
      if (next < 0) break;
      pos = next;
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

  /** Reads a row by code; gives up near the end of the bytes. */
  #readUsual(from: ValueReader, at: number, row: number): number {
    const runs = this.#runs;
    if (runs === null) return MORE;
    for (let i = 0; i < runs.length && at >= 0; i++) {
      const { read, columns, first } = runs[i] as Run;
      at = read(this, columns, first, from, at, row);
    }
    return at;
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
