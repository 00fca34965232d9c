import { setHalves } from "../../blocks/halves.ts";
import { BooleanColumn } from "../../table/columns/boolean-column.ts";
import { NullableColumn } from "../../table/columns/nullable-column.ts";
import type { Column } from "../../table/table.ts";
import { larger } from "../../wire/larger.ts";

/** Values of one column in a typed array that grows. */
class ArrayBuilder<T extends Uint8Array | Int32Array | Float64Array | BigInt64Array> {
  values: T;
  capacity: number;

  constructor(values: T) {
    this.values = values;
    this.capacity = values.length;
  }

  grow(row: number): void {
    this.capacity = Math.max(row + 1, this.capacity * 2);
    this.values = larger(this.values, this.capacity);
  }

  reserve(rows: number): void {
    if (rows > this.capacity) this.grow(rows - 1);
  }
}

/** The first `count` values of an array; the array itself if those are all. */
const upTo = <T extends Uint8Array | Int32Array>(values: T, count: number): T =>
  values.length === count ? values : (values.slice(0, count) as T);

/** Booleans of one column: 0 false, 1 true, 2 null. */
export class BooleanBuilder extends ArrayBuilder<Uint8Array> {
  constructor(capacity: number) {
    super(new Uint8Array(capacity));
  }

  add(row: number, codes: Uint8Array): void {
    this.reserve(row + codes.length);
    this.values.set(codes, row);
  }

  /** @returns whether the value is of the column's kind, as in every builder. */
  set(row: number, value: unknown): boolean {
    if (value !== null && typeof value !== "boolean") return false;
    this.reserve(row + 1);
    this.values[row] = value === null ? 2 : Number(value);
    return true;
  }

  finish(rowCount: number): Column {
    return new BooleanColumn(upTo(this.values, rowCount));
  }
}

class NumberBuilder<T extends Int32Array | Float64Array | BigInt64Array> extends ArrayBuilder<T> {
  /** 1 where the value is null; null: no nulls yet. */
  nulls: Uint8Array | null = null;

  override grow(row: number): void {
    super.grow(row);
    if (this.nulls !== null) this.nulls = larger(this.nulls, this.capacity);
  }

  setNull(row: number): void {
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls[row] = 1;
  }

  /** Ensures capacity for many rows, and sets their nulls: 1 where null. */
  protected begin(row: number, count: number, nulls: Uint8Array | null): void {
    this.reserve(row + count);
    if (nulls === null) return;
    this.nulls ??= new Uint8Array(this.capacity);
    this.nulls.set(nulls, row);
  }

  finish(rowCount: number): Column {
    const values = upTo(this.values as Int32Array, rowCount);
    return this.nulls === null ? values : new NullableColumn(values, upTo(this.nulls, rowCount));
  }
}

export class FloatBuilder extends NumberBuilder<Float64Array> {
  constructor(capacity: number) {
    super(new Float64Array(capacity));
  }

  set(row: number, value: unknown): boolean {
    this.reserve(row + 1);
    if (value === null) this.setNull(row);
    else if (typeof value === "number" || (typeof value === "bigint" && BigInt(Number(value)) === value))
      this.values[row] = Number(value);
    else return false;
    return true;
  }

  /** Adds many at once; `nulls` is 1 where null. */
  add(row: number, values: ArrayLike<number>, nulls: Uint8Array | null): void {
    this.begin(row, values.length, nulls);
    this.values.set(values, row);
  }
}

/** Integers of one column: an Int32Array while all fit, doubles while all are safe, then 64-bit integers. */
export class IntegerBuilder extends NumberBuilder<Int32Array | Float64Array | BigInt64Array> {
  /** Bits of the integers in `values`: 32, 53 (doubles) or 64. */
  bits = 32;

  constructor(capacity: number) {
    super(new Int32Array(capacity));
  }

  /** @param value - A safe integer. */
  setNumber(row: number, value: number): void {
    if (this.bits === 64) return this.setBig(row, BigInt(value));
    if (this.bits === 32 && (value | 0) !== value) this.#toDoubles(row);
    this.values[row] = value;
  }

  /** @param value - Within the signed 64-bit range. */
  setBig(row: number, value: bigint): void {
    this.#toBig(row)[row] = value;
  }

  set(row: number, value: unknown): boolean {
    this.reserve(row + 1);
    if (value === null) this.setNull(row);
    else if (typeof value === "number" && Number.isSafeInteger(value)) this.setNumber(row, value);
    else if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) this.setBig(row, value);
    else return false;
    return true;
  }

  /** Adds many at once; `nulls` is 1 where null, and the value is 0 there. */
  add(
    row: number,
    values: Int8Array | Int16Array | Int32Array | Float64Array,
    nulls: Uint8Array | null,
  ): void {
    this.begin(row, values.length, nulls);
    if (values instanceof Float64Array && this.bits === 32) this.#toDoubles(row);
    if (this.values instanceof BigInt64Array) setHalves(this.values, row, values);
    else this.values.set(values, row);
  }

  addBig(row: number, values: BigInt64Array, nulls: Uint8Array | null): void {
    this.begin(row, values.length, nulls);
    this.#toBig(row).set(values, row);
  }

  #toDoubles(rows: number): void {
    const doubles = new Float64Array(this.capacity);
    doubles.set(this.values.subarray(0, rows) as Int32Array);
    this.values = doubles;
    this.bits = 53;
  }

  #toBig(rows: number): BigInt64Array {
    if (this.values instanceof BigInt64Array) return this.values;
    const big = new BigInt64Array(this.capacity);
    setHalves(big, 0, this.values.subarray(0, rows));
    this.values = big;
    this.bits = 64;
    return big;
  }
}
