import { NullableColumn } from "../table/nullable-column.ts";
import type { Column } from "../table/table.ts";
import { grown, upTo } from "./grown.ts";

/** Floating point numbers of one column. */
export class FloatBuilder {
  values: Float64Array;
  nulls: Uint8Array | null = null;
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.values = new Float64Array(capacity);
  }

  grow(row: number): void {
    this.capacity = Math.max(row + 1, this.capacity * 2);
    this.values = grown(this.values, new Float64Array(this.capacity));
    if (this.nulls !== null) this.nulls = grown(this.nulls, new Uint8Array(this.capacity));
  }

  setNull(row: number): void {
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls[row] = 1;
  }

  finish(rowCount: number): Column {
    const values = upTo(this.values, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, upTo(this.nulls, rowCount));
  }
}
