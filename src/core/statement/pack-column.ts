import { withBigIntegers } from "../decode/builders/exact-integers.ts";
import { FloatBuilder } from "../decode/builders/float-builder.ts";
import { IntegerBuilder } from "../decode/builders/integer-builder.ts";
import { columnKind, type ServiceType } from "../wire/service-type.ts";
import type { Column } from "../table/table.ts";

/** A column from values that fit its type: numbers in typed arrays, the same forms as job results have. */
export function packColumn(values: unknown[], type: ServiceType): Column {
  const kind = columnKind(type);
  if (kind === "integer") return packIntegers(values as (number | bigint | null)[]);
  if (kind === "float") return packFloats(values as (number | null)[]);
  const holdsBig = kind === "value" && values.some(hasBig);
  return holdsBig ? values.map((value) => withBigIntegers(value, type)) : values;
}

function packIntegers(values: readonly (number | bigint | null)[]): Column {
  const builder = new IntegerBuilder(values.length);
  values.forEach((value, row) => {
    if (value === null) builder.setNull(row);
    else if (typeof value === "bigint") builder.setBig(row, value);
    else builder.setNumber(row, value);
  });
  return builder.finish(values.length);
}

function packFloats(values: readonly (number | null)[]): Column {
  const builder = new FloatBuilder(values.length);
  values.forEach((value, row) => {
    if (value === null) builder.setNull(row);
    else builder.values[row] = value;
  });
  return builder.finish(values.length);
}

function hasBig(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(hasBig);
}
