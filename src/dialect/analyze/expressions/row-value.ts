import { engineFieldName } from "../../types/engine-type.ts";
import type { RowField, Type } from "../../types/type.ts";
import { type Typed, withType } from "../typed.ts";
import { commas, engine, literal, name as nameOf, type Sql } from "../../sql/tree.ts";

export function rowOf(fields: readonly RowField[], values: readonly Sql[]): Typed {
  const packed = values.map((sql, i) => engine`${nameOf(engineFieldName(fields, i))} := ${sql}`);
  return withType(engine`struct_pack(${commas(packed)})`, { kind: "row", fields });
}

/** SQL of a list with one field of each row of a list. */
export const fieldOfEach = (list: Sql, fields: readonly RowField[], index: number): Sql =>
  engine`list_transform(${list}, lambda r: struct_extract(r, ${literal(engineFieldName(fields, index))}))`;

/** A field of a row by index, from 0. */
export function fieldAt(row: Typed, index: number): Typed {
  const { fields } = row.type as Extract<Type, { kind: "row" }>;
  const name = engineFieldName(fields, index);
  return withType(engine`struct_extract(${row.sql}, ${literal(name)})`, fields[index]!.type, row);
}
