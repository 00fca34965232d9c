import { MIXED_ZONE } from "../types/coercion.ts";
import type { Type } from "../types/type.ts";
import { wallClock } from "./zones.ts";

/** SQL of a timestamp's text with `precision` digits of the second. */
export function showTimestamp(sql: string, precision: number): string {
  if (precision === 0) return `strftime(${sql}, '%Y-%m-%d %H:%M:%S')`;
  if (precision === 3) return `strftime(${sql}, '%Y-%m-%d %H:%M:%S.%g')`;
  const text = `strftime(${sql}, '%Y-%m-%d %H:%M:%S.%f')`;
  return precision === 6 ? text : `left(${text}, ${20 + precision})`;
}

/** SQL of an instant's text in its zone: `2020-01-01 09:00:00.000 Asia/Tokyo`. */
export function showInstant(sql: string, type: Extract<Type, { kind: "timestamptz" }>): string {
  const text = showTimestamp(wallClock(sql, type.zone), type.precision);
  return type.zone === MIXED_ZONE
    ? `(${text} || ' ' || struct_extract(${sql}, 'z'))`
    : `(${text} || ' ${type.zone}')`;
}

/** SQL of a time of day with `precision` digits of the second. */
export function showTime(sql: string, precision: number): string {
  const stamp = `DATE '1970-01-01' + ${sql}`;
  if (precision === 0) return `strftime(${stamp}, '%H:%M:%S')`;
  if (precision === 3) return `strftime(${stamp}, '%H:%M:%S.%g')`;
  return `left(strftime(${stamp}, '%H:%M:%S.%f'), ${9 + precision})`;
}
