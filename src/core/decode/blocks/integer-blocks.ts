import { NullableColumn } from "../../table/columns/nullable-column.ts";
import type { Column } from "../../table/table.ts";
import { grown, upTo } from "../builders/grown.ts";
import { setHalves } from "../builders/number-builders.ts";

/**
 * Collects integers in bulk: an Int32Array while all fit, doubles while all are safe, then 64-bit integers. The resulting columns equal
 * those of {@link IntegerBuilder}.
 */
export class IntegerBlocks {
  #values: Int32Array | Float64Array | BigInt64Array;
  #nulls: Uint8Array | null = null;
  #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#values = new Int32Array(capacity);
  }

  /** @param nulls - 1 where null; the value is 0 there. */
  add(
    row: number,
    values: Int8Array | Int16Array | Int32Array | Float64Array,
    nulls: Uint8Array | null,
  ): void {
    this.#room(row + values.length);
    if (nulls !== null) this.#setNulls(row, nulls);
    if (values instanceof Float64Array && this.#values instanceof Int32Array) {
      const wide = new Float64Array(this.#capacity);
      wide.set(this.#values.subarray(0, row));
      this.#values = wide;
    }
    if (this.#values instanceof BigInt64Array) setHalves(this.#values, row, values);
    else this.#values.set(values, row);
  }

  addBig(row: number, values: BigInt64Array, nulls: Uint8Array | null): void {
    this.#room(row + values.length);
    if (nulls !== null) this.#setNulls(row, nulls);
    this.#toBig(row).set(values, row);
  }

  setNull(row: number): void {
    this.#room(row + 1);
    this.#nulls ??= new Uint8Array(this.#capacity);
    this.#nulls[row] = 1;
  }

  /** @param value - An integer in the signed 64-bit range; if a number, a safe one. */
  set(row: number, value: number | bigint): void {
    if (typeof value === "bigint") this.addBig(row, BigInt64Array.of(value), null);
    else this.add(row, (value | 0) === value ? Int32Array.of(value) : Float64Array.of(value), null);
  }

  finish(rowCount: number): Column {
    const values = upTo(this.#values as Int32Array, rowCount);
    return this.#nulls === null ? values : new NullableColumn(values, upTo(this.#nulls, rowCount));
  }

  #setNulls(row: number, nulls: Uint8Array): void {
    this.#nulls ??= new Uint8Array(this.#capacity);
    this.#nulls.set(nulls, row);
  }

  #toBig(rows: number): BigInt64Array {
    if (this.#values instanceof BigInt64Array) return this.#values;
    const big = new BigInt64Array(this.#capacity);
    setHalves(big, 0, this.#values.subarray(0, rows));
    this.#values = big;
    return big;
  }

  #room(rows: number): void {
    if (rows <= this.#capacity) return;
    this.#capacity = Math.max(rows, this.#capacity * 2);
    const Type = this.#values.constructor as { new (length: number): Int32Array };
    this.#values = grown(this.#values as Int32Array, new Type(this.#capacity));
    if (this.#nulls !== null) this.#nulls = grown(this.#nulls, new Uint8Array(this.#capacity));
  }
}
