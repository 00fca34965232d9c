// This folder: columns that grow while rows arrive, typed where the type allows.

import type { ResultColumn } from "../../endpoints/jobs.ts";
import { BooleanBuilder, FloatBuilder, IntegerBuilder } from "./array-builders.ts";
import { columnKind, parseServiceType, type ServiceType } from "../../wire/service-type.ts";
import { TextBuilder } from "./text-builder.ts";
import { ValueBuilder } from "./value-builder.ts";
import { warn } from "../../warnings.ts";

export type AnyBuilder = IntegerBuilder | FloatBuilder | BooleanBuilder | TextBuilder | ValueBuilder;

/** The columns of a result under construction. */
export interface ColumnBuilders {
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
  const builders = types.map((type, c): AnyBuilder => {
    switch (columnKind(type)) {
      case "integer":
        return new IntegerBuilder(capacity);
      case "float":
        return new FloatBuilder(capacity);
      case "boolean":
        return new BooleanBuilder(capacity);
      case "decimal":
      case "text":
        return new TextBuilder((schema[c] as ResultColumn).name, columnKind(type) === "decimal");
      case "value":
        return new ValueBuilder(type);
    }
  });
  return { builders, types, schema, rowsBefore };
}

/** Turns column `c` into one of plain values, with a warning: a value did not match the column's type. Rows before `row` are kept. */
export function demote(
  { builders, types, schema, rowsBefore }: ColumnBuilders,
  c: number,
  row: number,
): ValueBuilder {
  const { name, type } = schema[c] as ResultColumn;
  warn(
    "result-values",
    `column ${name} of type ${type} holds a value of another type, first in row ${rowsBefore + row}: its values are not converted; convert them before you compute with them`,
  );
  const own = builders[c] as AnyBuilder;
  const column = own instanceof TextBuilder ? own.texts(row) : own.finish(row);
  const values: unknown[] = [];
  for (let i = 0; i < row; i++) values.push(column.at(i));
  const builder = new ValueBuilder(types[c] as ServiceType, values);
  builder.sawBig = values.some((value) => typeof value === "bigint");
  builders[c] = builder;
  return builder;
}
