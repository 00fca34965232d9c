import { MIXED_ZONE } from "../types/coercion.ts";
import type { Type } from "../types/type.ts";
import { wallClock } from "./zones.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

/** SQL of a timestamp's text with `precision` digits of the second. */
export function showTimestamp(sql: Sql, precision: number): Sql {
  if (precision === 0) return engine`strftime(${sql}, '%Y-%m-%d %H:%M:%S')`;
  if (precision === 3) return engine`strftime(${sql}, '%Y-%m-%d %H:%M:%S.%g')`;
  const text = engine`strftime(${sql}, '%Y-%m-%d %H:%M:%S.%f')`;
  return precision === 6 ? text : engine`left(${text}, ${20 + precision})`;
}

/** SQL of an instant's text in its zone: `2020-01-01 09:00:00.000 Asia/Tokyo`. */
export function showInstant(sql: Sql, type: Extract<Type, { kind: "timestamptz" }>): Sql {
  const text = showTimestamp(wallClock(sql, type.zone), type.precision);
  return type.zone === MIXED_ZONE
    ? engine`(${text} || ' ' || struct_extract(${sql}, 'z'))`
    : engine`(${text} || ${literal(` ${type.zone}`)})`;
}

/** SQL of a time of day with `precision` digits of the second. */
export function showTime(sql: Sql, precision: number): Sql {
  const stamp = engine`DATE '1970-01-01' + ${sql}`;
  if (precision === 0) return engine`strftime(${stamp}, '%H:%M:%S')`;
  if (precision === 3) return engine`strftime(${stamp}, '%H:%M:%S.%g')`;
  return engine`left(strftime(${stamp}, '%H:%M:%S.%f'), ${9 + precision})`;
}
