import type { Batch, ColumnData } from "../engine/engine.ts";
import type { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";

/** Concatenated MessagePack values; `ends[i]` is the end of value i, and a null has no bytes. */
interface PackedColumn {
  readonly kind: "packed";
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly valid: Uint8Array | null;
}

/** A batch read from a result file. */
export interface PackedBatch {
  readonly rowCount: number;
  readonly columns: readonly (ColumnData | PackedColumn)[];
}

/**
 * Appends a batch as MessagePack arrays, one per row.
 *
 * Integers take their shortest form and are exact to 64 bits; doubles stay doubles, even if whole.
 */
export function encodeRows(batch: Batch | PackedBatch, out: MsgpackWriter): void {
  const writers = batch.columns.map((column) => columnWriter(column, out));
  const width = writers.length;
  for (let row = 0; row < batch.rowCount; row++) {
    out.arrayHeader(width);
    for (let i = 0; i < width; i++) (writers[i] as (row: number) => void)(row);
  }
}

function columnWriter(column: ColumnData | PackedColumn, out: MsgpackWriter): (row: number) => void {
  switch (column.kind) {
    case "int64": {
      // As 32-bit halves, because reading a BigInt64Array allocates an object per value.
      const { buffer, byteOffset, length } = column.values;
      const halves = new Int32Array(buffer, byteOffset, length * 2);
      return orNull(column.valid, out, (row) =>
        out.int64(halves[2 * row] as number, halves[2 * row + 1] as number),
      );
    }
    case "int32": {
      const { values } = column;
      return orNull(column.valid, out, (row) => out.int32(values[row] as number));
    }
    case "float64": {
      const { values } = column;
      return orNull(column.valid, out, (row) => out.float64(values[row] as number));
    }
    case "boolean": {
      const { values } = column;
      return orNull(column.valid, out, (row) => out.boolean(values[row] !== 0));
    }
    case "text": {
      const { values } = column;
      return (row) => {
        const value = values[row];
        if (value === null || value === undefined) out.nil();
        else out.text(value);
      };
    }
    case "utf8": {
      const { bytes, ends } = column;
      return orNull(column.valid, out, (row) =>
        out.utf8(bytes, row === 0 ? 0 : (ends[row - 1] as number), ends[row] as number),
      );
    }
    case "packed": {
      const { bytes, ends } = column;
      return orNull(column.valid, out, (row) =>
        out.packed(bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row])),
      );
    }
    case "other": {
      const { values } = column;
      return (row) => out.value(values[row]);
    }
  }
}

function orNull(
  valid: Uint8Array | null,
  out: MsgpackWriter,
  write: (row: number) => void,
): (row: number) => void {
  if (valid === null) return write;
  return (row) => {
    if (valid[row] === 0) out.nil();
    else write(row);
  };
}
