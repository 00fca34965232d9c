import { NullableColumn } from "../table/nullable-column.ts";
import type { Column } from "../table/table.ts";
import { grown } from "./grown.ts";

/**
 * Integers of one column. They are kept as doubles while all are safe; the first that is not turns the column into
 * 64-bit integers, exactly.
 */
export class IntegerBuilder {
  values: Float64Array;
  /** Set when the column has an integer past ±2^53; `values` is not used from then on. */
  big: BigInt64Array | null = null;
  nulls: Uint8Array | null = null;
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.values = new Float64Array(capacity);
  }

  grow(row: number): void {
    this.capacity = Math.max(row + 1, this.capacity * 2);
    if (this.big === null) this.values = grown(this.values, new Float64Array(this.capacity));
    else this.big = grown(this.big, new BigInt64Array(this.capacity));
    if (this.nulls !== null) this.nulls = grown(this.nulls, new Uint8Array(this.capacity));
  }

  setNull(row: number): void {
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls[row] = 1;
  }

  setNumber(row: number, value: number): void {
    if (this.big === null) this.values[row] = value;
    else this.big[row] = BigInt(value);
  }

  /** @param value - Within the signed 64-bit range. */
  setBig(row: number, value: bigint): void {
    if (this.big === null) {
      this.big = new BigInt64Array(this.capacity);
      for (let i = 0; i < row; i++) this.big[i] = BigInt(this.values[i] as number);
      this.values = new Float64Array(0);
    }
    this.big[row] = value;
  }

  /** Numbers are an Int32Array where every value fits, else a Float64Array. */
  finish(rowCount: number): Column {
    const values = this.big?.slice(0, rowCount) ?? narrowed(this.values, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, this.nulls.slice(0, rowCount));
  }
}

function narrowed(values: Float64Array, rowCount: number): Int32Array | Float64Array {
  const narrow = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const value = values[row] as number;
    const int32 = value | 0;
    if (int32 !== value) return values.length === rowCount ? values : values.slice(0, rowCount);
    narrow[row] = int32;
  }
  return narrow;
}
