import type { Column } from "./column.ts";

type Values = Float64Array | Int32Array | BigInt64Array;
type ValueOf<T extends Values> = T extends BigInt64Array ? bigint : number;

/** Numbers with nulls: a typed array and a null mask, so null and NaN differ. */
export class NullableColumn<T extends Values = Values> implements Column<ValueOf<T> | null> {
  readonly length: number;
  /** Undefined at null rows. */
  readonly values: T;
  /** 1 where the value is null. */
  readonly nulls: Uint8Array;

  constructor(values: T, nulls: Uint8Array) {
    this.length = values.length;
    this.values = values;
    this.nulls = nulls;
  }

  at(row: number): ValueOf<T> | null {
    return this.nulls[row] === 1 ? null : (this.values[row] as ValueOf<T>);
  }

  *[Symbol.iterator](): Generator<ValueOf<T> | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
