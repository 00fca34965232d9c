import { hasOwnZone, withoutZones } from "../types/coercion.ts";
import type { Type } from "../types/type.ts";
import { commas, engine, lambda, type Sql } from "../sql/tree.ts";
import { instantOf } from "../time/zones.ts";
import { coerceNested } from "./coerce.ts";
import type { Translation } from "./translation.ts";
import type { Typed } from "./typed.ts";

/**
 * A value in a form that the engine finds equal whenever the dialect does, for grouping, DISTINCT and set operations: maps with their
 * entries in one order, instants without the zones that are stored beside them (they show in UTC). Others stay as they are.
 */
export function equalForm(t: Translation, value: Typed, pos: number): Typed {
  const { type } = value;
  if (!hasForms(type)) return value;
  const to = withoutZones(type);
  if (hasOwnZone(type)) return { ...value, sql: instantOf(value), type: to };
  const inside = coerceNested(t, value, to, pos, (_, part) => equalForm(t, part, pos));
  return type.kind === "map" ? { ...inside, sql: engine`~ordered_map(${inside.sql})` } : inside;
}

/** A list of instants with the zones that they have in the lists they were found in. */
export function withOwnZones(instants: Sql, sources: readonly Typed[]): Sql {
  const lists = sources.filter(({ type }) => type.kind === "array").map(({ sql }) => sql);
  const all = lists.length === 1 ? lists[0]! : engine`flatten([${commas(lists)}])`;
  const found = lambda(
    (instant) =>
      engine`list_filter(${all}, ${lambda((one) => engine`struct_extract(${one}, 't') = ${instant}`)})[1]`,
  );
  return engine`list_transform(${instants}, ${found})`;
}

/** Whether equal values of a type may differ in the engine. */
function hasForms(type: Type): boolean {
  if (type.kind === "array") return hasForms(type.element);
  if (type.kind === "row") return type.fields.some((field) => hasForms(field.type));
  return type.kind === "map" || hasOwnZone(type);
}
