import { NullableColumn } from "../../table/columns/nullable-column.ts";
import type { Column } from "../../table/table.ts";
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

  /** Room for so many rows in all. */
  reserve(rows: number): void {
    if (rows > this.capacity) this.grow(rows - 1);
  }

  /** Many at a time; `nulls` is 1 where null. */
  add(row: number, values: ArrayLike<number>, nulls: Uint8Array | null): void {
    this.reserve(row + values.length);
    this.values.set(values, row);
    if (nulls === null) return;
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls.set(nulls, row);
  }

  finish(rowCount: number): Column {
    const values = upTo(this.values, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, upTo(this.nulls, rowCount));
  }
}
