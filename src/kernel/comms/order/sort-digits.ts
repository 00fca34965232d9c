import type { GridBlock } from "../grid-reader.ts";

/** Number of values of a digit. */
export const DIGITS = 1 << 16;

/** The digits of a column's keys, which sort like its values. */
export interface SortDigits {
  /** Number of digits. */
  readonly count: number;
  /** Sets `digits` of a block's rows. @param place - 0 for the least significant digit. */
  readonly fill: (place: number, block: GridBlock, digits: Uint16Array) => void;
}
