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
    this.growValues();
    if (this.nulls !== null) this.nulls = grown(this.nulls, new Uint8Array(this.capacity));
  }

  protected growValues(): void {
    this.values = grown(this.values, new Float64Array(this.capacity));
  }

  setNull(row: number): void {
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls[row] = 1;
  }

  setNumber(row: number, value: number): void {
    this.values[row] = value;
  }

  /** Ensures capacity for `rows` rows in total. */
  reserve(rows: number): void {
    if (rows > this.capacity) this.grow(rows - 1);
  }

  /** Adds many at once; `nulls` is 1 where null. */
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

/** Integers of one column: doubles while all are safe, then exact 64-bit integers. */
export class IntegerBuilder extends FloatBuilder {
  /** Set from the first integer past ±2^53 on; `values` is unused then. */
  big: BigInt64Array | null = null;
  #narrow: Int32Array | null = null;

  protected override growValues(): void {
    if (this.big === null) super.growValues();
    else this.big = grown(this.big, new BigInt64Array(this.capacity));
  }

  override setNumber(row: number, value: number): void {
    if (this.big === null) this.values[row] = value;
    else this.big[row] = BigInt(value);
  }

  /** @param value - Within the signed 64-bit range. */
  setBig(row: number, value: bigint): void {
    if (this.big === null) {
      this.big = new BigInt64Array(this.capacity);
      setHalves(this.big, 0, this.values.subarray(0, row));
      this.values = new Float64Array(0);
    }
    this.big[row] = value;
  }

  /**
   * Converts the numbers to an Int32Array if all fit.
   *
   * @param pause - Awaited every million rows, so that other work in the process can run.
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

  /** Values are an Int32Array if {@link narrow} found that all fit; else a Float64Array or BigInt64Array. */
  override finish(rowCount: number): Column {
    const values =
      this.big === null ? (this.#narrow ?? upTo(this.values, rowCount)) : upTo(this.big, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, upTo(this.nulls, rowCount));
  }
}

/** Takes a few milliseconds. */
const ROWS_AT_ONCE = 1 << 20;

/** @returns whether all values fit. */
function narrowInto(narrow: Int32Array, values: Float64Array, from: number, end: number): boolean {
  for (let row = from; row < end; row++) {
    const value = values[row] as number;
    const int32 = value | 0;
    if (int32 !== value) return false;
    narrow[row] = int32;
  }
  return true;
}

/** Writes safe integers into `big` as 32-bit halves, which avoids a BigInt object per value. */
export function setHalves(big: BigInt64Array, row: number, values: ArrayLike<number>): void {
  const halves = new Int32Array(big.buffer, big.byteOffset, big.length * 2);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    halves[2 * (row + i)] = value | 0;
    halves[2 * (row + i) + 1] = Math.floor(value / 0x1_0000_0000);
  }
}
