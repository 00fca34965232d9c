import { BLOCK_ROWS, TextColumn, type CodedBlock, type TextBlock } from "../../table/columns/text-column.ts";
import type { MsgpackWriter } from "../../wire/msgpack-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

export type CellWriter = (row: number) => void;

export function cellWriter({ kind, values }: UploadColumn, out: MsgpackWriter): CellWriter {
  if (values instanceof TextColumn) return textCells(values, out);
  if (kind === "double" && values instanceof Float64Array) return (row) => out.float64(values[row] as number);
  if (kind === "long" && values instanceof Int32Array) return (row) => out.int32(values[row] as number);
  // A whole double stays a double, and -0 in a column of integers is 0.
  const write: (value: never) => void =
    kind === "double"
      ? (value: number) => out.float64(value)
      : kind === "long"
        ? (value: number | bigint) => out.integer(value)
        : (value: unknown) => out.value(value);
  return (row) => {
    const value = values.at(row);
    if (value === null) out.nil();
    else write(value as never);
  };
}

/** Copies texts that are still undecoded bytes, without creating strings. */
function textCells(column: TextColumn, out: MsgpackWriter): CellWriter {
  let block: TextBlock | CodedBlock | null = null;
  let first = -BLOCK_ROWS;
  const copy = ({ bytes, offsets }: Pick<TextBlock, "bytes" | "offsets">, at: number): void =>
    out.utf8(bytes, offsets[at] as number, offsets[at + 1] as number);
  return (row) => {
    let at = row - first;
    if (at < 0 || at >= BLOCK_ROWS) {
      first = row - (row % BLOCK_ROWS);
      block = column.rawBlock(row);
      at = row - first;
    }
    if (block === null) return out.value(column.at(row));
    if ("codes" in block) {
      const code = block.codes[at] as number;
      if (code === 0) out.nil();
      else copy(block.dictionary, code - 1);
    } else if (block.nulls?.[at] === 1) out.nil();
    else copy(block, at);
  };
}
