import { hasOwnZone, withoutZones } from "../types/coercion.ts";
import { innerTypes, type Type } from "../types/type.ts";
import { commas, engine, lambda, type Sql } from "../sql/tree.ts";
import { instantOf } from "../time/zones.ts";
import { coerceNested } from "./coerce.ts";
import type { Translation } from "./translation.ts";
import { type Typed, withSql } from "./typed.ts";

/**
 * Converts a value to a form that is equal in the engine whenever it is in the dialect, for grouping, DISTINCT and set operations: maps
 * with ordered entries, instants without their stored zones (shown in UTC). Other values are unchanged.
 */
export function equalForm(t: Translation, value: Typed, pos: number): Typed {
  const { type } = value;
  if (!hasForms(type)) return value;
  const to = withoutZones(type);
  if (hasOwnZone(type)) return withSql(value, instantOf(value), to);
  const inside = coerceNested(t, value, to, pos, (_, part) => equalForm(t, part, pos));
  return type.kind === "map" ? { ...inside, sql: engine`~ordered_map(${inside.sql})` } : inside;
}

/** Restores the zones of instants from the source lists in which they occur. */
export function withOwnZones(instants: Sql, sources: readonly Typed[]): Sql {
  const lists = sources.filter(({ type }) => type.kind === "array").map(({ sql }) => sql);
  const all = lists.length === 1 ? lists[0]! : engine`flatten([${commas(lists)}])`;
  const matches = lambda(
    (instant) =>
      engine`list_filter(${all}, ${lambda((one) => engine`struct_extract(${one}, 't') = ${instant}`)})[1]`,
  );
  return engine`list_transform(${instants}, ${matches})`;
}

/** Whether equal values of a type may differ in the engine. */
const hasForms = (type: Type): boolean =>
  type.kind === "map" || hasOwnZone(type) || innerTypes(type).some(hasForms);
