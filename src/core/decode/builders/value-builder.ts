import type { Column } from "../../table/table.ts";
import { nestedConverter } from "../nested-values.ts";
import { toBigInteger } from "./exact-integers.ts";
import type { ServiceType } from "../../wire/service-type.ts";

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

  finish(rowCount: number): Column {
    this.values.length = rowCount;
    return convertAll(this.values, this.type, this.sawBig);
  }
}

/** Converts nested values in place: rows to objects, and 64-bit integers to BigInt if `big`. */
export function convertAll(values: unknown[], type: ServiceType, big: boolean): unknown[] {
  const convert = nestedConverter(type, big ? toBigInteger : undefined);
  if (convert !== null)
    values.forEach((value, row) => (values[row] = value === null ? null : convert(value)));
  return values;
}
