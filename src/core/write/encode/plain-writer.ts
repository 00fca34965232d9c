import { BLOCK_ROWS, TextColumn } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import type { MsgpackWriter } from "../../wire/msgpack-writer.ts";

/** Writes the non-null values of rows and sets the `present` bytes. @returns the number of nulls. */
export type PlainWriter = (from: number, to: number) => number;

/**
 * A writer of a column's values in Parquet's PLAIN encoding: little-endian int64, doubles, or texts prefixed with their uint32 length.
 *
 * @param present - Gets a byte for each row, 0 for null.
 * @param maxBytes - Where texts end when `out` has more, in the middle of the rows.
 */
export function plainWriter(
  kind: "long" | "double" | "string",
  values: Column,
  out: MsgpackWriter,
  present: Uint8Array,
  maxBytes: number,
): PlainWriter {
  if (kind === "string") return textWriter(values, out, present, maxBytes);
  return kind === "long" ? integerWriter(values, out, present) : doubleWriter(values, out, present);
}

function integerWriter(values: Column, out: MsgpackWriter, present: Uint8Array): PlainWriter {
  const each = numberWriter(values, out, present, (value, at) => {
    if (typeof value === "bigint") return out.view.setBigInt64(at, value, true);
    out.view.setInt32(at, value, true);
    out.view.setInt32(at + 4, Math.floor(value / 0x1_0000_0000), true);
  });
  return values instanceof BigInt64Array ? rawWriter(values, out, present) : each;
}

function doubleWriter(values: Column, out: MsgpackWriter, present: Uint8Array): PlainWriter {
  const each = numberWriter(values, out, present, (value, at) =>
    out.view.setFloat64(at, Number(value), true),
  );
  return values instanceof Float64Array ? rawWriter(values, out, present) : each;
}

/** Values that are kept as they are written, none of them null. */
function rawWriter(
  values: Float64Array | BigInt64Array,
  out: MsgpackWriter,
  present: Uint8Array,
): PlainWriter {
  return (from, to) => {
    out.packed(new Uint8Array(values.buffer, values.byteOffset + 8 * from, 8 * (to - from)));
    present.fill(1, 0, to - from);
    return 0;
  };
}

function numberWriter(
  values: Column,
  out: MsgpackWriter,
  present: Uint8Array,
  put: (value: number | bigint, at: number) => void,
): PlainWriter {
  return (from, to) => {
    out.room(8 * (to - from));
    let nulls = 0;
    for (let row = from; row < to; row++) {
      const value = values.at(row) as number | bigint | null;
      present[row - from] = value === null ? 0 : 1;
      if (value === null) nulls++;
      else {
        put(value, out.pos);
        out.pos += 8;
      }
    }
    return nulls;
  };
}

/** Copies texts that are still undecoded bytes, without creating strings. */
function textWriter(values: Column, out: MsgpackWriter, present: Uint8Array, maxBytes: number): PlainWriter {
  const putText = (bytes: Uint8Array, start: number, end: number): void => {
    out.room(4);
    out.view.setUint32(out.pos, end - start, true);
    out.pos += 4;
    out.packed(bytes, start, end);
  };
  const putString = (value: string): void => {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    out.room(4 + 3 * value.length);
    const length = out.writeUtf8(value, out.pos + 4);
    out.view.setUint32(out.pos, length, true);
    out.pos += 4 + length;
  };
  return (from, to) => {
    let nulls = 0;
    let block: ReturnType<TextColumn["rawBlock"]> = null;
    for (let row = from; row < to && out.pos <= maxBytes; row++) {
      const at = row % BLOCK_ROWS;
      if (values instanceof TextColumn && (at === 0 || row === from)) block = values.rawBlock(row);
      let isNull = false;
      if (block === null) {
        const value = values.at(row) as string | null;
        if (value === null) isNull = true;
        else putString(value);
      } else if ("codes" in block) {
        const code = block.codes[at] as number;
        const { bytes, offsets } = block.dictionary;
        if (code === 0) isNull = true;
        else putText(bytes, offsets[code - 1] as number, offsets[code] as number);
      } else if (block.nulls?.[at] === 1) isNull = true;
      else putText(block.bytes, block.offsets[at] as number, block.offsets[at + 1] as number);
      present[row - from] = isNull ? 0 : 1;
      if (isNull) nulls++;
    }
    return nulls;
  };
}
