// This folder: uploads as bytes: column blocks, or rows for the hosted service.

import { batchSize } from "../../blocks/batch.ts";
import { BlockWriter } from "../../blocks/block-writer.ts";
import type { ColumnData } from "../../blocks/column-data.ts";
import { encodeBlock, encodeColumn } from "../../blocks/encode-column.ts";
import { BEGINNING, endOfBlocks, packBlock } from "../../blocks/pack-block.ts";
import type { UploadColumn } from "../columns/upload-column.ts";
import { columnPieces } from "./column-pieces.ts";

/** Maximum rows of a block: the row group size of the engine's tables, which load whole groups at half the cost. */
const MAX_ROWS = 122_880;
/** Typical bytes of a block of numbers, and maximum bytes of a block with several rows. */
const USUAL_BYTES = 8 * 2 ** 20;
const MAX_BYTES = 16 * 2 ** 20;

/** Whether columns can be sent as blocks: only numbers and texts, with a non-null `time` in every row. */
export function areColumns(columns: readonly UploadColumn[], rowCount: number): boolean {
  const time = columns.find(({ name }) => name === "time");
  if (time?.kind !== "long" || columns.some(({ kind }) => kind === "boolean" || kind === "list"))
    return false;
  for (let row = 0; row < rowCount; row++) if (time.values.at(row) === null) return false;
  return true;
}

/**
 * Encodes rows as files of column blocks for svclib's own service. The first block of a file has the columns' names and types (`long`,
 * `double` or `string`) as two columns of texts, the second the rows.
 */
export class ColumnEncoder {
  readonly #columns: readonly UploadColumn[];
  readonly #schema: Uint8Array;
  readonly #isPacked: boolean;
  /** Maximum rows of a block. */
  readonly rows: number;

  /** @param isPacked - Whether to compress. */
  constructor(columns: readonly UploadColumn[], isPacked: boolean) {
    this.rows = Math.max(1, Math.min(MAX_ROWS, Math.floor(USUAL_BYTES / (8 * columns.length))));
    this.#columns = columns;
    this.#isPacked = isPacked;
    const text = (values: string[]): ColumnData => ({ kind: "text", values });
    const schema = [text(columns.map(({ name }) => name)), text(columns.map(({ kind }) => kind))];
    this.#schema = encodeBlock([{ rowCount: columns.length, columns: schema }]);
  }

  /** Encodes rows from `from` on as a file. @returns the index after its last row, at most `rowCount` */
  encode(
    from: number,
    rowCount: number,
  ): { readonly body: Promise<Uint8Array<ArrayBuffer>>; readonly to: number } {
    let to = Math.min(from + this.rows, rowCount);
    let pieces = this.#pieces(from, to);
    while (to - from > 1 && batchSize({ rowCount: 0, columns: pieces.flat() }) > MAX_BYTES) {
      to = from + Math.ceil((to - from) / 2);
      pieces = this.#pieces(from, to);
    }
    const out = new BlockWriter(1 << 20);
    for (const column of pieces) encodeColumn(column, out);
    return { body: this.#file(out.take(), to - from), to };
  }

  #pieces(from: number, to: number): ColumnData[][] {
    return this.#columns.map((column) => columnPieces(column, from, to));
  }

  async #file(block: Uint8Array, rows: number): Promise<Uint8Array<ArrayBuffer>> {
    return Buffer.concat([
      BEGINNING,
      await packBlock(this.#schema, 0, this.#columns.length, false),
      await packBlock(block, 1, rows, this.#isPacked),
      endOfBlocks(2, this.#columns.length + rows),
    ]);
  }
}
