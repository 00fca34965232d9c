import type { Batch } from "../../core/blocks/batch.ts";
import type { ByteList, ColumnData } from "../../core/blocks/column-data.ts";
import { halvesOf } from "../../core/blocks/halves.ts";
import type { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";

type WriteCell = (row: number) => void;

/**
 * Appends a batch as MessagePack arrays, one per row.
 *
 * Integers take their shortest form and are exact to 64 bits; doubles stay doubles, even if whole.
 */
export function encodeRows(batch: Batch, out: MsgpackWriter): void {
  const writers = batch.columns.map((column) => cellWriter(column, out));
  const width = writers.length;
  for (let row = 0; row < batch.rowCount; row++) {
    out.arrayHeader(width);
    for (let i = 0; i < width; i++) (writers[i] as WriteCell)(row);
  }
}

function cellWriter(data: ColumnData, out: MsgpackWriter): WriteCell {
  switch (data.kind) {
    case "int64": {
      // As 32-bit halves, because reading a BigInt64Array allocates an object per value.
      const halves = halvesOf(data.values);
      return orNull(data.nulls, out, (row) =>
        out.int64(halves[2 * row] as number, halves[2 * row + 1] as number),
      );
    }
    case "integer": {
      const { values } = data;
      return orNull(data.nulls, out, (row) => out.integer(values[row] as number));
    }
    case "float": {
      const { values } = data;
      return orNull(data.nulls, out, (row) => out.float64(values[row] as number));
    }
    case "boolean": {
      const { codes } = data;
      return (row) => (codes[row] === 2 ? out.nil() : out.boolean(codes[row] === 1));
    }
    case "utf8":
      return orNull(data.nulls, out, textWriter(data, out));
    case "coded": {
      const { codes } = data;
      const write = textWriter(data.entries, out);
      return (row) => (codes[row] === 0 ? out.nil() : write((codes[row] as number) - 1));
    }
    case "packed": {
      const { bytes, offsets } = data;
      return orNull(data.nulls, out, (row) => out.packed(bytes, offsets[row], offsets[row + 1]));
    }
    case "text":
    case "other": {
      const { values } = data;
      return (row) => out.value(values[row]);
    }
  }
}

function textWriter({ bytes, offsets }: ByteList, out: MsgpackWriter): WriteCell {
  return (row) => out.utf8(bytes, offsets[row] as number, offsets[row + 1] as number);
}

function orNull(nulls: Uint8Array | null, out: MsgpackWriter, write: WriteCell): WriteCell {
  if (nulls === null) return write;
  return (row) => {
    if (nulls[row] === 1) out.nil();
    else write(row);
  };
}
