import type { Column } from "../../table/table.ts";
import { withBigIntegers } from "./exact-integers.ts";
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
    return this.sawBig ? this.values.map((value) => withBigIntegers(value, this.type)) : this.values;
  }
}
