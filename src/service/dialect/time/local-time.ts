import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { instantAt, wallClock } from "./zones.ts";

/** SQL of what the clocks show for a date, timestamp or instant: instants in their own zone. */
export function localTime(t: Translation, value: Typed, pos: number): string {
  if (value.type.kind !== "timestamptz") return value.sql;
  if (value.type.zone === MIXED_ZONE)
    t.unsupported("calendar fields of timestamps of several time zones", pos);
  return wallClock(value.sql, value.type.zone);
}

/** The way back: a wall-clock time as the kind of value that `like` is. */
export function backFromLocal(like: Typed, sql: string): string {
  switch (like.type.kind) {
    case "timestamptz":
      return instantAt(sql, like.type.zone);
    case "date":
      return `CAST(${sql} AS DATE)`;
    default:
      return sql;
  }
}
