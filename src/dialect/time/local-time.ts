import type { Typed } from "../analyze/typed.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { LIBRARY } from "../storage-names.ts";
import { instantAt, wallClock, withZoneOf } from "./zones.ts";

/** SQL of what the clocks show for a date, timestamp or instant: instants in their own zone. */
export function localTime(value: Typed): string {
  if (value.type.kind !== "timestamptz") return value.sql;
  return wallClock(value.sql, value.type.zone);
}

/** The way back: a wall-clock time as the kind of value that `like` is. */
export function backFromLocal(like: Typed, sql: string): string {
  switch (like.type.kind) {
    case "timestamptz":
      return like.type.zone === MIXED_ZONE
        ? withZoneOf(like, `${LIBRARY}.instant_in(${sql}, struct_extract(${like.sql}, 'z'))`)
        : instantAt(sql, like.type.zone);
    case "date":
      return `CAST(${sql} AS DATE)`;
    default:
      return sql;
  }
}
