// This folder: columns that grow while rows arrive, typed where the type allows.

import type { ResultColumn } from "../../endpoints/jobs.ts";
import { BooleanBuilder, FloatBuilder, IntegerBuilder } from "./array-builders.ts";
import { columnKind, parseServiceType, type ServiceType } from "../../wire/service-type.ts";
import { TextBuilder } from "./text-builder.ts";
import { ValueBuilder } from "./value-builder.ts";
import { warn } from "../../warnings.ts";

/** Numeric tags of the builder classes, for the switch in the row loop. */
export const KIND_INTEGER = 0;
export const KIND_FLOAT = 1;
export const KIND_BOOLEAN = 2;
export const KIND_TEXT = 3;
const KIND_VALUE = 4;

export type AnyBuilder = IntegerBuilder | FloatBuilder | BooleanBuilder | TextBuilder | ValueBuilder;

/** The columns of a result under construction. `kinds[c]` is the tag of `builders[c]`. */
export interface ColumnBuilders {
  readonly kinds: Uint8Array;
  readonly builders: AnyBuilder[];
  readonly types: readonly ServiceType[];
  readonly schema: readonly ResultColumn[];
  /** Rows of the result before these columns, for messages. */
  readonly rowsBefore: number;
}

export function columnBuilders(
  schema: readonly ResultColumn[],
  capacity: number,
  rowsBefore = 0,
): ColumnBuilders {
  const types = schema.map(({ type }) => parseServiceType(type));
  const kinds = new Uint8Array(schema.length);
  const builders = types.map((type, c): AnyBuilder => {
    switch (columnKind(type)) {
      case "integer":
        kinds[c] = KIND_INTEGER;
        return new IntegerBuilder(capacity);
      case "float":
        kinds[c] = KIND_FLOAT;
        return new FloatBuilder(capacity);
      case "boolean":
        kinds[c] = KIND_BOOLEAN;
        return new BooleanBuilder(capacity);
      case "decimal":
      case "text":
        kinds[c] = KIND_TEXT;
        return new TextBuilder((schema[c] as ResultColumn).name, columnKind(type) === "decimal");
      case "value":
        kinds[c] = KIND_VALUE;
        return new ValueBuilder(type);
    }
  });
  return { kinds, builders, types, schema, rowsBefore };
}

/** Turns column `c` into one of plain values, with a warning: a value did not match the column's type. Rows before `row` are kept. */
export function demote(
  { kinds, builders, types, schema, rowsBefore }: ColumnBuilders,
  c: number,
  row: number,
): ValueBuilder {
  const { name, type } = schema[c] as ResultColumn;
  warn(
    "result-values",
    `column ${name} of type ${type} holds a value of another type, first in row ${rowsBefore + row}: its values are not converted; convert them before you compute with them`,
  );
  const column = (builders[c] as AnyBuilder).finish(row);
  const values: unknown[] = [];
  for (let i = 0; i < row; i++) values.push(column.at(i));
  const builder = new ValueBuilder(types[c] as ServiceType, values);
  builder.sawBig = values.some((value) => typeof value === "bigint");
  kinds[c] = KIND_VALUE;
  builders[c] = builder;
  return builder;
}
