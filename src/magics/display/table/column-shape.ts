import { countDecimals, shortNumber } from "../number-text.ts";
import { datePrecision, type DatePrecision } from "./format-date.ts";

/** What the displayed numbers and dates of a column need to be written alike. */
export interface ColumnShape {
  /** Decimals of a number, at most six. */
  readonly decimals: number;
  /** Whether there are numbers that would be written as 0. */
  readonly tiny: boolean;
  readonly precision: DatePrecision;
}

export const PLAIN_SHAPE: ColumnShape = { decimals: 0, tiny: false, precision: "day" };
const PRECISIONS: readonly DatePrecision[] = ["day", "second", "millisecond"];

/** The shape for further values, of which numbers and dates count. */
export function widenShape(shape: ColumnShape, values: readonly unknown[], zone: string | null): ColumnShape {
  const numbers = values.filter((value): value is number => Number.isFinite(value));
  const dates = values.filter((value) => value instanceof Date);
  const precision = Math.max(
    ...[shape.precision, datePrecision(dates, zone)].map((one) => PRECISIONS.indexOf(one)),
  );
  return {
    decimals: Math.max(shape.decimals, ...numbers.map(countDecimals)),
    tiny: shape.tiny || numbers.some((value) => value !== 0 && Math.abs(value) < 1e-4),
    precision: PRECISIONS[precision] as DatePrecision,
  };
}

/** A number of a column of numbers. */
export const numberText = (value: unknown, { decimals, tiny }: ColumnShape): string =>
  typeof value !== "number" ? String(value) : tiny ? shortNumber(value) : value.toFixed(decimals);
