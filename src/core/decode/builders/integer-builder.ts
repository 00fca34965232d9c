import { NullableColumn } from "../../table/columns/nullable-column.ts";
import type { Column } from "../../table/table.ts";
import { grown, upTo } from "./grown.ts";

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
      this.big = widened(this.values, row, this.capacity);
      this.values = new Float64Array(0);
    }
    this.big[row] = value;
  }

  /**
   * Turns the numbers into an Int32Array where every one fits, and lets others have their turn between.
   *
   * @param pause - Resolves when they had it.
   */
  async narrow(rowCount: number, pause: () => Promise<void>): Promise<void> {
    if (this.big !== null) return;
    const narrow = new Int32Array(rowCount);
    for (let row = 0; row < rowCount; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, rowCount);
      if (!narrowInto(narrow, this.values, row, end)) return;
      await pause();
    }
    this.#narrow = narrow;
  }
  #narrow: Int32Array | null = null;

  /** After {@link narrow} numbers are an Int32Array where every value fits; else a Float64Array. */
  finish(rowCount: number): Column {
    const values =
      this.big === null ? (this.#narrow ?? upTo(this.values, rowCount)) : upTo(this.big, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, upTo(this.nulls, rowCount));
  }
}

/** So many take a few milliseconds. */
const ROWS_AT_ONCE = 1 << 20;

/** @returns whether all fit. */
function narrowInto(narrow: Int32Array, values: Float64Array, from: number, end: number): boolean {
  for (let row = from; row < end; row++) {
    const value = values[row] as number;
    const int32 = value | 0;
    if (int32 !== value) return false;
    narrow[row] = int32;
  }
  return true;
}

/** The first `count` of `values`, safe integers all, as 64-bit integers; written as two halves, as BigInts would cost an object each. */
function widened(values: Float64Array, count: number, capacity: number): BigInt64Array<ArrayBuffer> {
  const big = new BigInt64Array(capacity);
  const halves = new Int32Array(big.buffer);
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    halves[2 * row] = value | 0;
    halves[2 * row + 1] = Math.floor(value / 0x1_0000_0000);
  }
  return big;
}
