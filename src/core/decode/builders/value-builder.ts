import type { Column } from "../../table/table.ts";
import { nestedConverter } from "../nested-values.ts";
import { holdsBig, toBigInteger } from "./exact-integers.ts";
import { decimalNumber } from "../../table/columns/decimal-numbers.ts";
import { columnKind, type ServiceType } from "../../wire/service-type.ts";

/** Values of one column as plain JavaScript values: arrays, maps, binary, and values that don't match the type. */
export class ValueBuilder {
  readonly type: ServiceType;
  values: unknown[];
  /** Whether an integer past ±2^53 was seen. */
  sawBig = false;

  constructor(type: ServiceType, values: unknown[] = []) {
    this.type = type;
    this.values = values;
  }

  set(row: number, value: unknown): boolean {
    this.values[row] = value;
    this.sawBig ||= holdsBig(value);
    return true;
  }

  finish(rowCount: number): Column {
    this.values.length = rowCount;
    return convertAll(this.values, this.type, this.sawBig);
  }
}

/**
 * Converts nested values: rows to objects, 64-bit integers to BigInt if `big`, and decimals to numbers if these tell all of the column's
 * apart.
 */
export function convertAll(values: unknown[], type: ServiceType, big: boolean): unknown[] {
  const integers = big ? toBigInteger : () => null;
  let exact = true;
  const toNumber = (value: unknown): unknown => {
    const number = typeof value === "string" ? decimalNumber(value) : NaN;
    exact &&= !Number.isNaN(number);
    return number;
  };
  const all = (scalar: (type: ServiceType) => ((value: unknown) => unknown) | null): unknown[] => {
    const convert = nestedConverter(type, scalar);
    return convert === null
      ? values
      : values.map((value) => (value === null || !exact ? value : convert(value)));
  };
  const converted = all((part) => (columnKind(part) === "decimal" ? toNumber : integers(part)));
  if (exact) return converted;
  exact = true;
  return all(integers);
}
