import type { Column } from "../table.ts";

/** Booleans, one byte each: 0 false, 1 true, 2 null. */
export class BooleanColumn implements Column<boolean | null> {
  readonly length: number;
  readonly codes: Uint8Array;

  constructor(codes: Uint8Array) {
    this.length = codes.length;
    this.codes = codes;
  }

  at(row: number): boolean | null {
    const code = this.codes[row];
    return code === 2 ? null : code === 1;
  }

  *[Symbol.iterator](): Generator<boolean | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
