import type { Column } from "./column.ts";

/** Instants as unix ms, with NaN for null; each access creates a `Date`. */
export class DateColumn implements Column<Date | null> {
  readonly length: number;
  readonly unixMs: Float64Array;

  constructor(unixMs: Float64Array) {
    this.length = unixMs.length;
    this.unixMs = unixMs;
  }

  at(row: number): Date | null {
    const ms = this.unixMs[row];
    if (ms === undefined) return ms as never;
    return Number.isNaN(ms) ? null : new Date(ms);
  }

  *[Symbol.iterator](): Generator<Date | null> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
