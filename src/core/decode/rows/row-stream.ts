import { DecodeError } from "../../errors.ts";
import type { ColumnBuilders } from "../builders/column-builder.ts";
import { decodeRows } from "./decode-rows.ts";
import { ValueReader } from "./value-reader.ts";

/** Maximum bytes of a row, which is held until complete. */
const MAX_ROW_BYTES = 256 * 2 ** 20;

/** Feeds chunks of a stream to the row loop; an incomplete row waits for the next chunk. */
export class RowStream {
  columns: ColumnBuilders;
  readonly #reader = new ValueReader();
  #rest: Uint8Array[] = [];
  #restLength = 0;
  /** Bytes to collect before the next try, so that a long row is not reparsed for every chunk. */
  #wanted = 1;
  rowCount = 0;

  constructor(columns: ColumnBuilders) {
    this.columns = columns;
  }

  continueIn(columns: ColumnBuilders): void {
    this.columns = columns;
    this.rowCount = 0;
  }

  push(piece: Uint8Array): void {
    this.#rest.push(piece);
    this.#restLength += piece.length;
    if (this.#restLength >= this.#wanted) this.#decode();
  }

  /** @throws DecodeError when the stream ended inside a row. */
  end(): void {
    this.#decode();
    if (this.#restLength > 0)
      throw new DecodeError(
        `the result ends inside row ${this.columns.rowsBefore + this.rowCount}: it was cut off`,
      );
  }

  #decode(): void {
    const bytes = this.#rest.length === 1 ? (this.#rest[0] as Uint8Array) : Buffer.concat(this.#rest);
    const reader = this.#reader;
    reader.load(bytes);
    this.rowCount = decodeRows(reader, this.columns, this.rowCount);
    const rest = bytes.subarray(reader.pos);
    if (rest.length >= MAX_ROW_BYTES)
      throw new DecodeError(
        `row ${this.columns.rowsBefore + this.rowCount} of the result is longer than ${MAX_ROW_BYTES} bytes`,
      );
    this.#rest = rest.length === 0 ? [] : [rest];
    this.#restLength = rest.length;
    this.#wanted = Math.min(2 * rest.length + 1, MAX_ROW_BYTES);
  }
}
