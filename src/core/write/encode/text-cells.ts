import { BLOCK_ROWS, TextColumn, type CodedBlock, type TextBlock } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";

/** Takes one cell of a column of texts. */
interface TextSink {
  nil(): void;
  text(value: string): void;
  /** A text as its UTF-8 bytes. */
  utf8(bytes: Uint8Array, start: number, end: number): void;
}

/** Passes on the cells of a column of texts: those that are still undecoded as their bytes, without creating strings. */
export function textCells(column: Column, to: TextSink): (row: number) => void {
  let block: TextBlock | CodedBlock | null = null;
  let first = -BLOCK_ROWS;
  return (row) => {
    let at = row - first;
    if (at < 0 || at >= BLOCK_ROWS) {
      first = row - (row % BLOCK_ROWS);
      block = column instanceof TextColumn ? column.rawBlock(row) : null;
      at = row - first;
    }
    if (block === null) {
      const value = column.at(row) as string | null;
      if (value === null) to.nil();
      else to.text(value);
    } else if ("codes" in block) {
      const code = block.codes[at] as number;
      const { bytes, offsets } = block.dictionary;
      if (code === 0) to.nil();
      else to.utf8(bytes, offsets[code - 1] as number, offsets[code] as number);
    } else if (block.nulls?.[at] === 1) to.nil();
    else to.utf8(block.bytes, block.offsets[at] as number, block.offsets[at + 1] as number);
  };
}
