import { holdsBig } from "../decode/builders/exact-integers.ts";
import { FloatBuilder, IntegerBuilder } from "../decode/builders/number-builders.ts";
import { convertAll } from "../decode/builders/value-builder.ts";
import { columnKind, type ServiceType } from "../wire/service-type.ts";
import type { Column } from "../table/table.ts";

/** A column from values of its type: numbers become typed arrays, as in job results. */
export function packColumn(values: unknown[], type: ServiceType): Column {
  const kind = columnKind(type);
  if (kind === "integer") return pack(values as number[], new IntegerBuilder(values.length));
  if (kind === "float") return pack(values as number[], new FloatBuilder(values.length));
  return kind === "value" && values.some(holdsBig) ? convertAll(values, type, true) : values;
}

function pack(values: readonly (number | bigint | null)[], builder: FloatBuilder | IntegerBuilder): Column {
  values.forEach((value, row) => {
    if (value === null) builder.setNull(row);
    else if (typeof value === "bigint") (builder as IntegerBuilder).setBig(row, value);
    else builder.setNumber(row, value);
  });
  return builder.finish(values.length);
}
