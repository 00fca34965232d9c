import { Encoder } from "@msgpack/msgpack";
import { BLOCK_ROWS, TextColumn, type CodedBlock, type TextBlock } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import type { ByteSink } from "./byte-sink.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

/** Writes a column's value at a row. */
export type CellWriter = (row: number) => void;

/** Maximum bytes of a value whose writer does not ensure capacity itself. */
export const FIXED_BYTES = 9;

/** Up to this length a loop copies faster than a call. */
const SHORT = 64;

const NIL = 0xc0;

/**
 * The MessagePack writer of one column. Numbers need {@link FIXED_BYTES} of capacity; texts and lists ensure their own,
 * plus `rest` bytes.
 */
export function cellWriter({ kind, values }: UploadColumn, sink: ByteSink, rest: number): CellWriter {
  if (kind === "double")
    return values instanceof Float64Array ? floatCells(values, sink) : doubleCells(values, sink);
  switch (kind) {
    case "long":
      return values instanceof Int32Array ? int32Cells(values, sink) : integerCells(values, sink);
    case "boolean":
      return (row) => {
        const value = values.at(row);
        sink.bytes[sink.pos++] = value === null ? NIL : value ? 0xc3 : 0xc2;
      };
    case "string":
      return values instanceof TextColumn ? rawTextCells(values, sink, rest) : textCells(values, sink, rest);
    case "list":
      return listCells(values, sink, rest);
  }
}

/** Copies bytes; capacity is already ensured. */
export function putBytes(sink: ByteSink, from: Uint8Array, start: number, end: number): void {
  const { bytes } = sink;
  let pos = sink.pos;
  if (end - start > SHORT) bytes.set(from.subarray(start, end), pos);
  else for (let i = start; i < end; i++) bytes[pos++] = from[i] as number;
  sink.pos += end - start;
}

function floatCells(values: Float64Array, sink: ByteSink): CellWriter {
  return (row) => putDouble(sink, values[row] as number);
}

function doubleCells(values: Column, sink: ByteSink): CellWriter {
  return (row) => {
    const value = values.at(row) as number | null;
    if (value === null) sink.bytes[sink.pos++] = NIL;
    else putDouble(sink, value);
  };
}

function putDouble(sink: ByteSink, value: number): void {
  sink.bytes[sink.pos] = 0xcb;
  sink.view.setFloat64(sink.pos + 1, value);
  sink.pos += 9;
}

function int32Cells(values: Int32Array, sink: ByteSink): CellWriter {
  return (row) => putInt32(sink, values[row] as number);
}

function integerCells(values: Column, sink: ByteSink): CellWriter {
  return (row) => {
    const value = values.at(row) as number | bigint | null;
    if (value === null) {
      sink.bytes[sink.pos++] = NIL;
      return;
    }
    const number = Number(value);
    if (number >= -0x8000_0000 && number <= 0x7fff_ffff) return putInt32(sink, number);
    sink.bytes[sink.pos] = 0xd3;
    sink.view.setBigInt64(sink.pos + 1, BigInt(value));
    sink.pos += 9;
  };
}

function putInt32(sink: ByteSink, value: number): void {
  if (value >= -32 && value < 0x80) sink.bytes[sink.pos++] = value;
  else if (value >= -0x8000 && value < 0x8000) {
    sink.bytes[sink.pos] = 0xd1;
    sink.view.setInt16(sink.pos + 1, value);
    sink.pos += 3;
  } else {
    sink.bytes[sink.pos] = 0xd2;
    sink.view.setInt32(sink.pos + 1, value);
    sink.pos += 5;
  }
}

/** Copies texts that are still undecoded bytes, without creating strings. */
function rawTextCells(column: TextColumn, sink: ByteSink, rest: number): CellWriter {
  const strings = textCells(column, sink, rest);
  let block: TextBlock | CodedBlock | null = null;
  let first = -BLOCK_ROWS;
  return (row) => {
    let at = row - first;
    if (at < 0 || at >= BLOCK_ROWS) {
      first = row - (row % BLOCK_ROWS);
      block = column.rawBlock(row);
      at = row - first;
    }
    if (block === null) return strings(row);
    if ("codes" in block) {
      const code = block.codes[at] as number;
      if (code === 0) sink.bytes[sink.pos++] = NIL;
      else putText(sink, block.dictionary, code - 1, rest);
    } else if (block.nulls !== null && block.nulls[at] === 1) {
      sink.bytes[sink.pos++] = NIL;
    } else {
      putText(sink, block, at, rest);
    }
  };
}

type Texts = Pick<TextBlock, "bytes" | "offsets">;

function putText(sink: ByteSink, { bytes, offsets }: Texts, at: number, rest: number): void {
  const start = offsets[at] as number;
  const end = offsets[at + 1] as number;
  sink.room(5 + end - start + rest);
  putTextHead(sink, end - start);
  putBytes(sink, bytes, start, end);
}

function putTextHead(sink: ByteSink, length: number): void {
  if (length < 32) sink.bytes[sink.pos++] = 0xa0 | length;
  else if (length < 0x100) {
    sink.bytes[sink.pos++] = 0xd9;
    sink.bytes[sink.pos++] = length;
  } else {
    sink.bytes[sink.pos] = 0xdb;
    sink.view.setUint32(sink.pos + 1, length);
    sink.pos += 5;
  }
}

function textCells(values: Column, sink: ByteSink, rest: number): CellWriter {
  return (row) => {
    const value = values.at(row) as string | null;
    if (value === null) {
      sink.bytes[sink.pos++] = NIL;
      return;
    }
    putString(sink, value, rest);
  };
}

function putString(sink: ByteSink, value: string, rest: number): void {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  sink.room(5 + value.length * 3 + rest);
  const start = sink.pos;
  // Most texts are ASCII, with as many bytes as units.
  const head = headBytes(value.length);
  const length = writeUtf8(sink, value, start + head);
  const from = start + head;
  if (headBytes(length) !== head) sink.bytes.copyWithin(start + headBytes(length), from, from + length);
  putTextHead(sink, length);
  sink.pos += length;
}

const headBytes = (length: number): number => (length < 32 ? 1 : length < 0x100 ? 2 : 5);

/** Writes a text as UTF-8 at an offset, for which capacity is ensured. @returns its number of bytes */
export function writeUtf8({ bytes, buffer }: ByteSink, value: string, at: number): number {
  let length = 0;
  if (value.length <= SHORT)
    for (let unit; length < value.length && (unit = value.charCodeAt(length)) < 0x80; length++)
      bytes[at + length] = unit;
  return length < value.length ? buffer.write(value, at, "utf8") : length;
}

function listCells(values: Column, sink: ByteSink, rest: number): CellWriter {
  const encoder = new Encoder({ useBigInt64: true });
  return (row) => {
    const value = values.at(row);
    if (value === null) {
      sink.bytes[sink.pos++] = NIL;
      return;
    }
    const encoded = encoder.encodeSharedRef(value);
    sink.room(encoded.length + rest);
    putBytes(sink, encoded, 0, encoded.length);
  };
}
