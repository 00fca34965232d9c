import type { Column } from "./column.ts";

const VALUES = [false, true, null];

/** Booleans, one byte each: 0 false, 1 true, 2 null. */
export class BooleanColumn implements Column<boolean | null> {
  readonly length: number;
  readonly codes: Uint8Array;

  constructor(codes: Uint8Array) {
    this.length = codes.length;
    this.codes = codes;
  }

  at(row: number): boolean | null {
    return VALUES[this.codes[row] as number] as boolean | null;
  }

  *[Symbol.iterator](): Generator<boolean | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
