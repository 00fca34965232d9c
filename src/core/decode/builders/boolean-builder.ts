import { BooleanColumn } from "../../table/columns/boolean-column.ts";
import type { Column } from "../../table/table.ts";
import { grown, upTo } from "./grown.ts";

/** Booleans of one column: 0 false, 1 true, 2 null. */
export class BooleanBuilder {
  codes: Uint8Array;
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.codes = new Uint8Array(capacity);
  }

  grow(row: number): void {
    this.capacity = Math.max(row + 1, this.capacity * 2);
    this.codes = grown(this.codes, new Uint8Array(this.capacity));
  }

  reserve(rows: number): void {
    if (rows > this.capacity) this.grow(rows - 1);
  }

  add(row: number, codes: Uint8Array): void {
    this.reserve(row + codes.length);
    this.codes.set(codes, row);
  }

  finish(rowCount: number): Column {
    return new BooleanColumn(upTo(this.codes, rowCount));
  }
}
